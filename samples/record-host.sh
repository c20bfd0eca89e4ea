#!/bin/sh
# Prints this machine's counters as JSON lines, one record for each processor, network interface and disk, and one each
# for memory and load, once a second. Linux: everything comes from /proc. See README.md for the fields.
#
#   samples/record-host.sh [SECONDS] | ./wire convert --input json --key name --output delta --out host.dw -
set -eu
seconds=${1:-60}
while [ "$seconds" -gt 0 ]; do
  time=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  awk -v time="$time" '
    function begin(type, name) { printf "{\"@%s\":{\"name\":\"%s\",\"time\":\"%s\"", type, name, time }
    function field(name, value) { printf ",\"%s\":%s", name, value }
    function end() { print "}}" }
    FILENAME == "/proc/stat" && $1 ~ /^cpu[0-9]/ {
      begin("Cpu", $1); field("user", $2); field("nice", $3); field("system", $4); field("idle", $5)
      field("iowait", $6); field("softirq", $8); field("steal", $9); end()
    }
    FILENAME == "/proc/meminfo" { memory[$1] = $2 }
    FILENAME == "/proc/loadavg" {
      split($4, tasks, "/")
      begin("Load", "load"); field("one", $1); field("five", $2); field("fifteen", $3)
      field("running", tasks[1]); field("tasks", tasks[2]); end()
    }
    FILENAME == "/proc/net/dev" && FNR > 2 {
      sub(":", " ")
      if ($2 + $10 > 0) {
        begin("Network", $1); field("inBytes", $2); field("inPackets", $3); field("inErrors", $4); field("inDrops", $5)
        field("outBytes", $10); field("outPackets", $11); field("outErrors", $12); field("outDrops", $13); end()
      }
    }
    FILENAME == "/proc/diskstats" && $4 + $8 > 0 && $3 !~ /^(loop|ram)/ {
      begin("Disk", $3); field("reads", $4); field("readSectors", $6); field("readMillis", $7)
      field("writes", $8); field("writeSectors", $10); field("writeMillis", $11); field("inFlight", $12); end()
    }
    END {
      begin("Memory", "memory"); field("totalKiB", memory["MemTotal:"]); field("freeKiB", memory["MemFree:"])
      field("availableKiB", memory["MemAvailable:"]); field("cachedKiB", memory["Cached:"])
      field("dirtyKiB", memory["Dirty:"]); field("swapUsedKiB", memory["SwapTotal:"] - memory["SwapFree:"]); end()
    }
  ' /proc/stat /proc/meminfo /proc/loadavg /proc/net/dev /proc/diskstats
  seconds=$((seconds - 1))
  [ "$seconds" -eq 0 ] || sleep 1
done
