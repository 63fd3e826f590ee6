import base64
import sys

from is_genuine import is_genuine

for line in sys.stdin:
    secret, header, body = (base64.b64decode(field[1:]) for field in line.split())
    print("true" if is_genuine(secret.decode(), header.decode(), body) else "false")
