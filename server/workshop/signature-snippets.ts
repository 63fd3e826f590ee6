import { WEBHOOK_SECRET_PREFIX } from '../contract/constants.ts'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '../contract/events.ts'

/**
 * Code that verifies a delivery, for the developer of a receiver. Each snippet is one function of secret, header and raw body that returns
 * whether the signature is genuine. A test runs it against the golden vectors if the language is installed.
 */
export interface SignatureSnippet {
  readonly language: SnippetLanguage
  /** As it is shown: `Node.js`. */
  readonly title: string
  /** Name for a syntax highlighter. */
  readonly highlight: string
  readonly file_name: string
  readonly code: string
  /** How to get the raw bytes in the common frameworks of the language, in one or two sentences. */
  readonly raw_body: string
}

export const SNIPPET_LANGUAGES = ['node', 'python', 'php', 'ruby', 'go', 'java', 'csharp', 'perl'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

const HEADER = DELIVERY_HEADERS.signature
const EXPLAINED = [
  `secret: the whole secret, ${WEBHOOK_SECRET_PREFIX} included`,
  `header: the value of ${HEADER}`,
  'body: the raw bytes of the request',
]
const comment = (mark: string) => EXPLAINED.map(line => `${mark} ${line}`).join('\n')

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

${comment('//')}
export function isGenuine(secret, header, body) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const expected = Buffer.from('${SIGNATURE_PREFIX}' + digest)
  const received = Buffer.from(header ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
`

const PYTHON = `import hashlib
import hmac


${comment('#')}
def is_genuine(secret: str, header: "str | None", body: bytes) -> bool:
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    expected = "${SIGNATURE_PREFIX}" + digest
    return hmac.compare_digest((header or "").encode(), expected.encode())
`

const PHP = `<?php
${comment('//')}
function is_genuine(string $secret, ?string $header, string $body): bool
{
    $expected = '${SIGNATURE_PREFIX}' . hash_hmac('sha256', $body, $secret);
    return hash_equals($expected, $header ?? '');
}
`

const RUBY = `require "openssl"

${comment('#')}
def genuine?(secret, header, body)
  expected = "${SIGNATURE_PREFIX}" + OpenSSL::HMAC.hexdigest("SHA256", secret, body)
  OpenSSL.secure_compare(header.to_s, expected)
end
`

const GO = `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

${comment('//')}
func IsGenuine(secret, header string, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "${SIGNATURE_PREFIX}" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(header), []byte(expected))
}
`

const JAVA = `import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookSignature {
${comment('    //')}
    static boolean isGenuine(String secret, String header, byte[] body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        String expected = "${SIGNATURE_PREFIX}" + HexFormat.of().formatHex(mac.doFinal(body));
        return header != null && MessageDigest.isEqual(header.getBytes(UTF_8), expected.getBytes(UTF_8));
    }
}
`

const CSHARP = `using System;
using System.Security.Cryptography;
using System.Text;

public static class WebhookSignature
{
${comment('    //')}
    public static bool IsGenuine(string secret, string? header, byte[] body)
    {
        byte[] digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body);
        string expected = "${SIGNATURE_PREFIX}" + Convert.ToHexString(digest).ToLowerInvariant();
        return CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(header ?? ""), Encoding.UTF8.GetBytes(expected));
    }
}
`

const PERL = `use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);

${comment('#')}
sub is_genuine {
    my ($secret, $header, $body) = @_;
    my $expected = '${SIGNATURE_PREFIX}' . hmac_sha256_hex($body, $secret);
    return 0 unless defined $header && length $header == length $expected;
    my $difference = 0;
    $difference |= ord(substr $header, $_, 1) ^ ord(substr $expected, $_, 1) for 0 .. length($expected) - 1;
    return $difference == 0 ? 1 : 0;
}

1;
`

const SNIPPETS = {
  node: {
    title: 'Node.js',
    highlight: 'javascript',
    file_name: 'is-genuine.mjs',
    code: NODE,
    raw_body:
      "Express: express.raw({ type: 'application/json' }) on this route, then req.body is the Buffer. Koa and Fastify: read the stream before a JSON parser does.",
  },
  python: {
    title: 'Python',
    highlight: 'python',
    file_name: 'is_genuine.py',
    code: PYTHON,
    raw_body: 'Flask: request.get_data(). Django: request.body. FastAPI: await request.body().',
  },
  php: {
    title: 'PHP',
    highlight: 'php',
    file_name: 'is_genuine.php',
    code: PHP,
    raw_body: "file_get_contents('php://input'). Laravel and Symfony: $request->getContent().",
  },
  ruby: {
    title: 'Ruby',
    highlight: 'ruby',
    file_name: 'genuine.rb',
    code: RUBY,
    raw_body: 'Rails: request.raw_post. Rack and Sinatra: request.body.read, before params are used.',
  },
  go: {
    title: 'Go',
    highlight: 'go',
    file_name: 'genuine.go',
    code: GO,
    raw_body: 'io.ReadAll(r.Body) once, then json.Unmarshal those bytes; not json.NewDecoder(r.Body).',
  },
  java: {
    title: 'Java',
    highlight: 'java',
    file_name: 'WebhookSignature.java',
    code: JAVA,
    raw_body: 'Spring: @RequestBody byte[] body. Servlets: request.getInputStream().readAllBytes(). Needs Java 17.',
  },
  csharp: {
    title: 'C#',
    highlight: 'csharp',
    file_name: 'WebhookSignature.cs',
    code: CSHARP,
    raw_body:
      'ASP.NET Core: await Request.Body.CopyToAsync(memory) in an endpoint without [FromBody], then memory.ToArray(). Needs .NET 6.',
  },
  perl: {
    title: 'Perl',
    highlight: 'perl',
    file_name: 'is_genuine.pl',
    code: PERL,
    raw_body: 'Mojolicious: $c->req->body. Plack: $req->raw_body. Do not decode the bytes first.',
  },
} as const satisfies Record<SnippetLanguage, Omit<SignatureSnippet, 'language'>>

/** In the order in which they are offered. */
export const SIGNATURE_SNIPPETS: readonly SignatureSnippet[] = SNIPPET_LANGUAGES.map(language => ({
  language,
  ...SNIPPETS[language],
}))
