import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a receiver makes of a body when it parses it and writes it again. Nothing here comes from the emulator. */
type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

interface Spelling {
  readonly comma: string
  readonly colon: string
  readonly text: (text: string) => string
  readonly sorted?: true
}

const escaped = (text: string, characters: RegExp) =>
  JSON.stringify(text).replace(characters, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
const plain = (text: string) => JSON.stringify(text)
const asciiOnly = (text: string) => escaped(text, /[\u007f-\uffff]/g)

function write(value: Value, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.text(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(item => write(item, spelling)).join(spelling.comma)}]`
  const keys = spelling.sorted ? Object.keys(value).sort() : Object.keys(value)
  const members = keys.map(key => `${spelling.text(key)}${spelling.colon}${write(value[key] as Value, spelling)}`)
  return `{${members.join(spelling.comma)}}`
}

const like = (spelling: Spelling) => (body: Buffer) => Buffer.from(write(JSON.parse(body.toString()), spelling))
const COMPACT = { comma: ',', colon: ':' }

/** The defaults of the languages that receivers are written in, spelled out, so that they are tried wherever the tests run. */
export const REWRITERS = {
  JavaScript: body => Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
  Python: like({ comma: ', ', colon: ': ', text: asciiOnly }),
  'Python (compact)': like({ ...COMPACT, text: asciiOnly }),
  'PHP-like': like({ ...COMPACT, text: text => escaped(text, /[\u0080-\uffff]/g).replaceAll('/', '\\/') }),
  'Ruby-like': like({ ...COMPACT, text: plain }),
  'Go-like': like({ ...COMPACT, text: text => escaped(text, /[<>&\u2028\u2029]/g), sorted: true }),
} as const satisfies Record<string, (body: Buffer) => Buffer>

interface Library {
  readonly probe: readonly [command: string, ...args: string[]]
  readonly file: string
  /** Reads bodies in base64, one a line, and prints every spelling that it knows of each, in base64, with blanks between. */
  readonly program: string
  readonly run: readonly [command: string, ...args: string[]]
}

/** The real libraries, where they are installed. The JDK has none. */
export const LIBRARIES = {
  python: {
    probe: ['python3', '--version'],
    file: 'again.py',
    run: ['python3', 'again.py'],
    program: `import base64, json, sys
ways = [{}, {"separators": (",", ":")}, {"ensure_ascii": False}, {"ensure_ascii": False, "separators": (",", ":")},
        {"sort_keys": True}, {"indent": 2}, {"indent": 4}, {"indent": 0}]
for line in sys.stdin:
    value = json.loads(base64.b64decode(line))
    print(*(base64.b64encode(json.dumps(value, **way).encode()).decode() for way in ways))
`,
  },
  php: {
    probe: ['php', '--version'],
    file: 'again.php',
    run: ['php', 'again.php'],
    program: `<?php
$ways = [0, JSON_UNESCAPED_SLASHES, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE, JSON_PRETTY_PRINT];
while (($line = fgets(STDIN)) !== false) {
    $body = base64_decode(trim($line));
    $again = [];
    foreach ([json_decode($body), json_decode($body, true)] as $value)
        foreach ($ways as $way) $again[] = base64_encode(json_encode($value, $way));
    echo implode(' ', $again), "\\n";
}
`,
  },
  ruby: {
    probe: ['ruby', '-rjson', '-rbase64', '-e', '1'],
    file: 'again.rb',
    run: ['ruby', 'again.rb'],
    program: `require "json"
require "base64"
STDIN.each_line do |line|
  value = JSON.parse(Base64.decode64(line).force_encoding("UTF-8"))
  puts [value.to_json, JSON.generate(value), JSON.pretty_generate(value), JSON.dump(value), JSON.generate(value, ascii_only: true)]
    .map { |text| Base64.strict_encode64(text) }.join(" ")
end
`,
  },
  go: {
    probe: ['go', 'version'],
    file: 'again.go',
    run: ['go', 'run', 'again.go'],
    program: `package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<24)
	for lines.Scan() {
		body, _ := base64.StdEncoding.DecodeString(lines.Text())
		var value any
		if err := json.Unmarshal(body, &value); err != nil {
			panic(err)
		}
		marshalled, _ := json.Marshal(value)
		raw, _ := json.Marshal(json.RawMessage(body))
		indented, _ := json.MarshalIndent(value, "", "  ")
		var compacted, encoded bytes.Buffer
		json.Compact(&compacted, body)
		encoder := json.NewEncoder(&encoded)
		encoder.SetEscapeHTML(false)
		encoder.Encode(value)
		for _, again := range [][]byte{marshalled, raw, indented, compacted.Bytes(), encoded.Bytes()} {
			fmt.Print(base64.StdEncoding.EncodeToString(again), " ")
		}
		fmt.Println()
	}
}
`,
  },
  perl: {
    probe: ['perl', '-MJSON::PP', '-MMIME::Base64', '-e', '1'],
    file: 'again.pl',
    run: ['perl', 'again.pl'],
    program: `use JSON::PP;
use MIME::Base64;
my @ways = (JSON::PP->new->utf8, JSON::PP->new->utf8->canonical, JSON::PP->new->ascii, JSON::PP->new->utf8->pretty,
    JSON::PP->new->utf8->space_before->space_after);
while (my $line = <STDIN>) {
    my $value = JSON::PP->new->utf8->decode(decode_base64($line));
    print join(' ', map { encode_base64($_->encode($value), '') } @ways), "\\n";
}
`,
  },
} as const satisfies Record<string, Library>
export type LibraryLanguage = keyof typeof LIBRARIES

export function hasLibrary(language: LibraryLanguage): boolean {
  const [command, ...args] = LIBRARIES[language].probe
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Every spelling of every body that the library of a language writes. Throws with the interpreter's own words when it does not run to its end. */
export function rewrittenBy(language: LibraryLanguage, bodies: readonly Buffer[]): Buffer[][] {
  const { file, program, run } = LIBRARIES[language]
  const folder = mkdtempSync(join(tmpdir(), 'ringback-again-'))
  try {
    writeFileSync(join(folder, file), program)
    const [command, ...args] = run
    const result = spawnSync(command, args, {
      cwd: folder,
      input: `${bodies.map(body => body.toString('base64')).join('\n')}\n`,
      encoding: 'utf8',
      maxBuffer: 64 * 1_024 * 1_024,
      env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOTOOLCHAIN: 'local' },
    })
    if (result.status !== 0) throw new Error(`${command} ended with ${result.status}: ${result.stderr || result.error}`)
    return result.stdout
      .trim()
      .split('\n')
      .map(line =>
        line
          .trim()
          .split(' ')
          .map(text => Buffer.from(text, 'base64')),
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
