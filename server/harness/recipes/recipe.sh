#!/usr/bin/env bash
# A call, the limits, and webhooks that are checked: npx ringback exec -- bash recipe.sh (bash, curl, openssl).
set -euo pipefail
api=(-s --fail-with-body -H "Authorization: Bearer $RINGBACK_API_KEY" -H 'Content-Type: application/json')
world="$RINGBACK_CONTROL_URL/worlds/$RINGBACK_WORLD"
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

# The secret is shown once, here.
secret=$(curl "${api[@]}" "$RINGBACK_BASE_URL/webhooks" \
  -d '{"url":"'"$RINGBACK_INBOX_URL"'","events":["call.completed"]}' | field secret)

# Numbers that end in 0001 are answered. The same external_id never rings twice.
answer=$(curl -i "${api[@]}" "$RINGBACK_BASE_URL/calls/initiate" \
  -d '{"phone_number":"+81312340001","external_id":"order-1","staff_id":'"$RINGBACK_STAFF_ID"',"project_id":'"$RINGBACK_PROJECT_ID"'}')
header() { tr -d '\r' <<< "$answer" | sed -n "s/^$1: //Ip"; }
echo "placed, $(header X-RateLimit-Remaining) of $(header X-RateLimit-Limit) requests are left this minute"

# The call ends, and its event is delivered: no waiting.
curl -s --fail-with-body -o /dev/null "$world/clock/advance" -H 'Content-Type: application/json' -d '{"by":"PT5M"}'

# What a receiver does: HMAC-SHA256 of the raw bytes with the whole secret, whsec_ included, before it parses them.
curl -s "$world/inbox/${RINGBACK_INBOX_URL##*/}" | tr '{' '\n' | while read -r line || [ -n "$line" ]; do
  case $line in
    *'"X-Service-Signature":'*) signature=$(field X-Service-Signature <<< "$line") ;;
    *'"base64":'*)
      digest=$(field base64 <<< "$line" | base64 -d | openssl dgst -sha256 -hmac "$secret" | sed 's/.* //')
      [ "sha256=$digest" = "${signature-}" ] && echo genuine || echo forged
      signature= ;;
  esac
done
