"""Whether another process is gone."""

import subprocess
import sys

from bot.service.processes import is_gone, new_name


def named(child: "subprocess.Popen[bytes]", mine: str) -> str:
    machine, _, _ = mine.split("/")
    return f"{machine}/{child.pid}/abcd"


def test_a_living_process_is_not_gone_and_a_dead_one_is() -> None:
    mine = new_name()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert not is_gone(named(child, mine), mine)
        child.kill()
        child.wait()
        assert is_gone(named(child, mine), mine)


def test_a_process_of_another_machine_may_live_and_an_earlier_one_of_my_number_is_gone() -> None:
    mine = new_name()
    machine, number, _ = mine.split("/")
    assert not is_gone(mine, mine)
    assert is_gone(f"{machine}/{number}/other", mine)
    assert not is_gone(f"elsewhere/{number}/other", mine)
    for strange in ("", "x", f"{machine}/٣/x", f"{machine}/-1/x", f"{machine}/{10**30}/x"):
        assert not is_gone(strange, mine)
