@echo off
rem Runs the wire command on Windows, with the jar that a build has left: mvnw.cmd -DskipTests -pl cli -am package
setlocal
if not defined WIRE_PROGRAM set "WIRE_PROGRAM=wire"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if defined WIRE_JAR goto run
for %%j in ("%~dp0cli\target\deltawire-cli-*-all.jar") do set "WIRE_JAR=%%~fj"
if defined WIRE_JAR goto run
echo %WIRE_PROGRAM%: no jar in %~dp0cli\target; build it: mvnw.cmd -DskipTests -pl cli -am package 1>&2
exit /b 3
:run
"%java%" -Xlog:disable -Xshare:auto -XX:+UseSerialGC -XX:-UsePerfData -Xmx256m %WIRE_JAVA_OPTS% "-Dwire.program=%WIRE_PROGRAM%" -jar "%WIRE_JAR%" %*
