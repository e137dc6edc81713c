"""A kill -9 anywhere loses nothing, and nothing happens twice: in each round a process dies at a point of it (N1)."""

import os

import pytest

from tests.reliability.rounds import Trial
from tests.reliability.worker_rounds import WorkerTrial

ROUNDS = int(os.environ.get("RLYEH_KILLS", "40"))
SHORT = 3
WORKER_KILLS = int(os.environ.get("RLYEH_WORKER_KILLS", SHORT))
ROUNDS_A_KILL = 17  # 60 kills over about 1,000 rounds
SEED = int(os.environ.get("RLYEH_SEED", "7"))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_round_survives_a_death_at_any_point(smtp_sink, monkeypatch):
    figure = Trial(SEED, smtp_sink, monkeypatch).run(ROUNDS)
    deaths = sum(count for end, count in figure.kills.items() if end.startswith("died"))
    print(f"kills: {figure.rounds} rounds, {deaths} deaths, {len(figure.faults)} faults, {figure.again} mails again")  # noqa: T201  # the figure of the soak
    for end, count in sorted(figure.kills.items()):
        print(f"  {end}: {count}")  # noqa: T201  # the figure of the soak
    assert figure.faults == []
    assert figure.rounds == ROUNDS and deaths > ROUNDS / 2


@pytest.mark.sqlite
def test_rounds_survive_the_deaths_of_the_worker(worker, smtp_sink, monkeypatch):
    rounds = WORKER_KILLS * (2 if WORKER_KILLS == SHORT else ROUNDS_A_KILL)
    trial = WorkerTrial(SEED, smtp_sink, monkeypatch, worker, one_in=rounds // WORKER_KILLS)
    figure = trial.run(rounds)
    print(  # noqa: T201  # the figure of the soak
        f"kills of the worker: {figure.rounds} rounds, {trial.deaths()} deaths, {len(figure.faults)} faults, "
        f"{figure.again} mails again, at most {trial.longest:.0f} s from the restart to the end of the round"
    )
    assert figure.faults == []
    assert figure.rounds == rounds and trial.deaths() == WORKER_KILLS


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("plant", "words"),
    [
        ("nothing_is_due", "it has not gone on"),
        ("noted_before_it_is_sent", "the mail server never got"),
        ("another_id_each_time", "under two Message-IDs"),
    ],
)
def test_a_planted_fault_is_found(plant, words, smtp_sink, monkeypatch):
    figure = Trial(SEED, smtp_sink, monkeypatch, plant).run(400)
    assert any(words in fault for fault in figure.faults), figure.faults
    print(f"planted: kills found {plant} after {figure.rounds} rounds")  # noqa: T201  # the figure of the soak
