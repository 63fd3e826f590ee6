"""A sync with urllib3 as its manual has it, for each of the worlds that standard input names.

In a world with a control URL a wait moves its clock; elsewhere it is slept through.
"""

import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import urllib3

PATIENCE = {"total": 5, "backoff_factor": 0.5, "status_forcelist": [500, 502, 503, 504]}

# More threads than that get in each other's way, and nothing is sent at once any more.
WORLDS_AT_A_TIME = 4

control = urllib3.PoolManager()
asleep = time.sleep
here = threading.local()


def wait(seconds):
    url = getattr(here, "control_url", None)
    if url is None:
        asleep(seconds)
    elif seconds > 0:
        body = json.dumps({"by": f"PT{seconds:.3f}S"}).encode()
        headers = {"Content-Type": "application/json"}
        answer = control.request("POST", f"{url}/clock/advance", body=body, headers=headers)
        if answer.status >= 400:
            raise RuntimeError(answer.data)


time.sleep = wait


def sync(world):
    pool = urllib3.PoolManager(retries=urllib3.Retry(**PATIENCE))
    headers = {"Authorization": f"Bearer {world['key']}"}

    def get(path):
        try:
            pool.request("GET", world["url"] + path, headers=headers)
        except urllib3.exceptions.MaxRetryError:
            pass

    if world["at_once"]:
        in_parallel(get, world["paths"])
    else:
        here.control_url = world["control_url"]
        for path in world["paths"]:
            get(path)


def in_parallel(act, things):
    """Nobody begins before all can, or the first would be done before the last has started."""
    ready = threading.Barrier(len(things))

    def start(thing):
        ready.wait()
        act(thing)

    threads = [threading.Thread(target=start, args=(thing,)) for thing in things]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


with ThreadPoolExecutor(WORLDS_AT_A_TIME) as worlds:
    list(worlds.map(sync, json.load(sys.stdin)))
