# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A data set as an array of Slurm tasks that are killed at random: nothing is lost, nothing is
double, and together the shards are what one process renders, bit for bit.

    test_slurm.py PROGRAM SLURM.SH

Starts munge and Slurm on this machine, as root, in a folder of its own; is skipped (77), with the
reason, where they are not installed or do not start.
"""

import csv
import hashlib
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks  # noqa: E402

PROGRAM, SCRIPT = (os.path.abspath(name) for name in sys.argv[1:3])
SHARDS, LINES, KILLS = 8, 40, 16
SKIP = 77
check = checks.shown


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIP)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    """munged, slurmctld and one slurmd in a folder; ended by their own process ids."""

    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        self.host = socket.gethostname().split(".")[0]
        self.env = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def start_munge(self):
        run = self.folder / "munge"
        run.mkdir(mode=0o755)
        key = run / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.socket = run / "socket"
        self.start("munged", "--foreground", "--force", f"--socket={self.socket}", f"--key-file={key}",
                   f"--log-file={run / 'log'}", f"--pid-file={run / 'pid'}", f"--seed-file={run / 'seed'}")

    def configure(self):
        (self.folder / "slurm.conf").write_text("\n".join([
            "ClusterName=jawari", f"SlurmctldHost={self.host}(127.0.0.1)", f"SlurmctldPort={free_port()}",
            f"SlurmdPort={free_port()}", "SlurmUser=root", "SlurmdUser=root", "AuthType=auth/munge",
            f"AuthInfo=socket={self.socket}", "CryptoType=crypto/munge", f"StateSaveLocation={self.folder / 'state'}",
            f"SlurmdSpoolDir={self.folder / 'spool'}", f"SlurmctldPidFile={self.folder / 'ctld.pid'}",
            f"SlurmdPidFile={self.folder / 'd.pid'}", "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none",
            "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "MpiDefault=none", "ReturnToService=2",
            "JobAcctGatherType=jobacct_gather/none", "AccountingStorageType=accounting_storage/none", "KillWait=5",
            "MinJobAge=300", "SlurmdParameters=config_overrides", "SchedulerParameters=sched_interval=1,batch_sched_delay=0",
            f"NodeName={self.host} NodeAddr=127.0.0.1 CPUs=2 Sockets=1 CoresPerSocket=2 ThreadsPerCore=1 "
            "RealMemory=4000 State=UNKNOWN",
            f"PartitionName=all Nodes={self.host} Default=YES MaxTime=60 State=UP OverSubscribe=NO", ""]))
        (self.folder / "state").mkdir()
        (self.folder / "spool").mkdir()

    def start(self, *command):
        log = (self.folder / (command[0] + ".log")).open("w")
        self.daemons.append(subprocess.Popen(command, env=self.env, stdout=log, stderr=log))

    def ask(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, timeout=60)

    def ready(self):
        for _ in range(100):
            if any(daemon.poll() is not None for daemon in self.daemons):
                return False
            if self.ask("sinfo", "-h", "-o", "%t").stdout.strip() == "idle":
                return True
            time.sleep(0.2)
        return False

    def begin(self):
        self.start_munge()
        time.sleep(0.5)
        self.configure()
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D", "-N", self.host)
        return self.ready()

    def end(self):
        for daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.terminate()
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def submit(self, tasks, arguments, env):
        done = subprocess.run(
            ["sbatch", "--parsable", f"--array={tasks}", f"--output={self.folder}/task-%a.log", "--mem-per-cpu=100M",
             SCRIPT, *map(str, arguments)], env={**self.env, **env}, capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"sbatch --array={tasks}: {done.stdout.strip() or done.stderr}")
        return done.stdout.strip()

    def hasten(self, job):
        """Lets tasks go on that were put back into the queue, which Slurm keeps for two minutes."""
        rows = [row.split() for row in self.ask("squeue", "-h", "-r", "-j", job, "-o", "%K %t %r").stdout.splitlines()]
        for task, state, why in rows:
            if state == "PD" and why == "BeginTime":
                self.ask("scontrol", "update", f"JobId={job}_{task}", "StartTime=now")

    def running(self, job):
        """Tasks that run, and the number of those that are not over."""
        rows = [row.split() for row in self.ask("squeue", "-h", "-r", "-j", job, "-o", "%K %t").stdout.splitlines()]
        return [task for task, state in rows if state == "R"], len(rows)


def write_manifest(path):
    lines = [{"id": f"n{i:03}", "note": 49 + 5 * i % 25, "velocity": 30 + 2 * i, "seconds": 1.5 + i % 3, "quality": 1,
              "set": {"variation": 40}, "seed": i} for i in range(LINES)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def sounds(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.flac")}


def rows(folder):
    found = []
    for table in folder.glob("results*.csv"):
        with table.open(newline="") as file:
            found += list(csv.DictReader(file))
    return sorted(found, key=lambda row: int(row["line"]))


def pids_of(folder, task):
    """Processes of our program that render a shard of the folder."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if os.fsencode(PROGRAM) == words[0] and os.fsencode(folder) in words and f"{task}/{SHARDS}".encode() in words:
            found.append(int(entry.name))
    return found


def kill_at_random(cluster, job, folder, chance):
    """Ends tasks in every way there is, until enough were ended or all are over."""
    ended = {"kill -9": 0, "scancel": 0, "requeue": 0}
    again = set()
    deadline = time.monotonic() + 300
    while sum(ended.values()) < KILLS and time.monotonic() < deadline:
        running, left = cluster.running(job)
        if left == 0:
            break
        if running:
            task = chance.choice(running)
            how = chance.choice(list(ended))
            pids = pids_of(folder, task)
            if how == "kill -9" and pids:
                os.kill(pids[0], 9)
                again.add(task)
            elif how == "scancel":
                cluster.ask("scancel", f"{job}_{task}")
                again.add(task)
            elif how == "requeue":
                cluster.ask("scontrol", "requeue", f"{job}_{task}")
            else:
                continue
            ended[how] += 1
        cluster.hasten(job)
        time.sleep(chance.uniform(0.05, 0.8))
    return ended, again


def wait_for(cluster, job):
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        if cluster.running(job)[1] == 0:
            return
        cluster.hasten(job)
        time.sleep(0.5)
    check(False, f"job {job} comes to its end")


def run(cluster, work):
    manifest, folder = work / "m.jsonl", work / "data set"
    write_manifest(manifest)
    env = {"JAWARI_RENDER": PROGRAM}
    chance = random.Random(int(os.environ.get("SEED", "1")))
    tasks = f"1-{SHARDS}"
    total = 0
    for turn in range(20):
        job = cluster.submit(tasks, [SHARDS, manifest, folder], env)
        ended, again = ({}, set()) if total >= KILLS else kill_at_random(cluster, job, folder, chance)
        total += sum(ended.values())
        wait_for(cluster, job)
        there = len(sounds(folder)) if folder.exists() else 0
        print(f"turn {turn + 1}: tasks {tasks}: ended {ended}; {there} of {LINES} sounds")
        if there == LINES and total >= KILLS and not again:
            break
        if there == LINES:
            total = max(total, KILLS)  # Nothing is left to kill
        tasks = ",".join(sorted(again, key=int)) if again and total >= KILLS else f"1-{SHARDS}"
    check(total >= SHARDS, f"{total} tasks were ended in their midst")
    whole = work / "whole"
    done = subprocess.run([PROGRAM, "--manifest", manifest, "--output-dir", whole, "-q"], check=False)
    check(done.returncode == 0, "one process renders all")
    check(sounds(folder) == sounds(whole) and len(sounds(whole)) == LINES, "the shards together have its bits")
    check(rows(folder) == rows(whole), "and its rows, none lost and none double")
    names = {path.name for path in folder.iterdir()}
    expected = set(sounds(whole)) | {f"results-{k}-of-{SHARDS}.csv" for k in range(1, SHARDS + 1)}
    check(names == expected, f"nothing else is left: {sorted(names ^ expected)}")


def main():
    lacking = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
    if lacking:
        skip("not installed: " + ", ".join(lacking))
    if os.geteuid() != 0:
        skip("slurmd runs as root alone")
    with tempfile.TemporaryDirectory(prefix="jawari-slurm-") as name:
        work = pathlib.Path(name)
        work.chmod(0o755)
        cluster = Cluster(work)
        try:
            if not cluster.begin():
                logs = "\n".join(path.read_text(errors="replace")[-400:] for path in work.glob("*.log"))
                skip(f"Slurm does not start here:\n{logs}")
            run(cluster, work)
        finally:
            cluster.end()
    return checks.result()


sys.exit(main())
