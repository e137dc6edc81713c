"""Check the proof of a finished game: `python3 scripts/check_proof.py proof.json`. It needs Python and nothing else.

The file is what the finished table offers as its proof. What is checked: the deal's commitment, which the table showed
from its beginning, is the hash of 256 random bits and the deal; every receipt that a seat was shown is the hash of 256
random bits and what that seat had handed in. Compare commitment and receipts with what you were shown then.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path


def canonical(value: object) -> bytes:
    """The one way in which a JSON value is written where its hash is taken."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def code(nonce: str, value: object) -> str:
    """The hash over the random bits and the value; ValueError if there are not 256 of them."""
    bits = base64.urlsafe_b64decode(nonce + "=" * (-len(nonce) % 4))
    if len(bits) != 32:
        raise ValueError("not 256 random bits")
    return hashlib.sha256(bits + canonical(value)).hexdigest()


def faults(proof: dict) -> list[str]:
    """What is wrong with the proof, a sentence each."""
    found = []
    if code(proof["nonce"], proof["setup"]) != proof["commitment"]:
        found.append("The deal is not the one that the commitment fixed.")
    found += [
        f"Seat {answer['seat']}, {answer['key']}: the answer is not the one that its receipt fixed."
        for answer in proof["answers"]
        if code(answer["nonce"], answer["answer"]) != answer["receipt"]
    ]
    nonces = [proof["nonce"], *(answer["nonce"] for answer in proof["answers"])]
    if len(set(nonces)) < len(nonces):
        found.append("Random bits were used twice.")
    return found


def main() -> int:
    """Say what was checked; 1 if something is wrong."""
    try:
        proof = json.loads(Path(sys.argv[1]).read_text())
        found = faults(proof)
    except (IndexError, OSError, ValueError, KeyError, TypeError) as error:
        print(f"This is no proof that can be read: {type(error).__name__}.", file=sys.stderr)  # noqa: T201  # a script
        return 1
    for fault in found:
        print(fault, file=sys.stderr)  # noqa: T201  # a script
    if not found:
        print(f"The deal is the one that commitment {proof['commitment']} fixed;")  # noqa: T201  # a script
        print(f"{len(proof['answers'])} receipts fit what was handed in.")  # noqa: T201  # a script
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
