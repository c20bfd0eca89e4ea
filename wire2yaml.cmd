@echo off
rem Prints dumps as YAML: wire convert --output yaml.
setlocal
set "WIRE_PROGRAM=wire2yaml"
call "%~dp0wire.cmd" %*
