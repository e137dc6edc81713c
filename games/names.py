"""What people and tables may call themselves, and which two names look the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 40
LONGEST_TABLE = 60

# Letters that are drawn like a Latin one, after NFKC and casefolding: the Greek and Cyrillic ones people meet, and
# what passes for a letter (1, 0). Accents are taken off before. It need not be complete: mixed scripts are refused.
_LOOKS_LIKE = str.maketrans(
    "авсԁеѕіјӏкмнорԛгтухѡһɡαβγεζηικμνορστυχωıɩſƨi01|",
    "abcdesljlkmhopqrtyxwhgabyeznlkuvopotuxwllsslol" + "l",
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str, longest: int = LONGEST) -> str:
    """The name as it is kept: NFKC, single spaces; ValidationError for one that cannot be seen, read or told apart."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()
    if not name or not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise ValidationError(_("A name needs at least one letter or digit."))
    if len(name) > longest:
        raise ValidationError(_("That name is too long: %(longest)d characters at most.") % {"longest": longest})
    if any(unicodedata.category(sign) in _UNSEEN for sign in name):
        raise ValidationError(_("A name cannot hold invisible or control characters."))
    if re.search(r"[\u0300-\u036f]{3}", unicodedata.normalize("NFD", name)):
        raise ValidationError(_("That name piles up too many accents."))
    if not _is_of_one_script(name):
        raise ValidationError(_("A name cannot mix letters of several scripts."))
    return name


def skeleton(name: str) -> str:
    """What the name looks like: two names of one skeleton are taken for each other."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    bare = "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
    folded = bare.translate(_LOOKS_LIKE)
    for pair, single in _PAIRS:
        folded = folded.replace(pair, single)
    return "".join(sign for sign in folded if unicodedata.category(sign)[0] not in "ZPC")


def _is_of_one_script(name: str) -> bool:
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)
