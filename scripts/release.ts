/**
 * `npm run release -- 0.2.0`: tries a release and changes nothing. It packs the package, tests that tarball in empty folders on the oldest
 * promised Node and on this one (`npm run test:package`), and shows what the changelog would say. With `--write` it also writes version and
 * changelog, and leaves the tarball that was tested in this folder. It never publishes: how that is done is the last line that it prints.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '..')
const VERSIONED = ['package.json', 'package-lock.json', 'server/harness/python/pyproject.toml'] as const
const CHANGELOG = 'CHANGELOG.md'
const HEADING = '## Unreleased\n'

/** The files of a release as they would be, by name. */
export type Files = { readonly [file: string]: string }

/**
 * What a release writes.
 *
 * @throws Error that says what to do, when there is nothing to release or the version is none that follows
 */
export function releasedFiles(files: Files, { version, date }: { version: string; date: string }): Files {
  const { version: before } = JSON.parse(files['package.json'] ?? '{}') as { version: string }
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`A version is three numbers such as 0.2.0 (got ${version}).`)
  if (version.localeCompare(before, 'en', { numeric: true }) < 0)
    throw new Error(`${version} is before ${before}, the version that is there. Name a later one.`)
  const isNamed = (line: string) => line === `## ${version}` || line.startsWith(`## ${version} `)
  if (files[CHANGELOG]?.split('\n').some(isNamed))
    throw new Error(`The changelog has ${version} already. Name a later version.`)
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      file === CHANGELOG ? releasedChangelog(text, { version, date }) : withVersion(text, { before, version }),
    ]),
  )
}

function releasedChangelog(text: string, { version, date }: { version: string; date: string }): string {
  const [head = '', rest = ''] = text.split(HEADING, 2)
  if (changesIn(rest) === '')
    throw new Error('The changelog has nothing under Unreleased, so there is nothing to release.')
  return `${head}${HEADING}\n## ${version} (${date})\n${rest}`
}

/** What a part of the changelog says, up to the next version. */
const changesIn = (part: string) => (part.split(/^## /m, 1)[0] ?? '').trim()

/** The entry of a version as the changelog will have it. */
export function entryOf(changelog: string, version: string): string {
  const heading = `## ${version} `
  return `${heading}${changesIn(changelog.split(`\n${heading}`, 2)[1] ?? '')}\n`
}

/** Of the package itself, which its file names first; others may have the same version. */
function withVersion(text: string, { before, version }: { before: string; version: string }): string {
  const json = text.replace(`"version": "${before}"`, `"version": "${version}"`)
  const own = `"name": "ringback",\n      "version": "${before}"`
  return json.replace(own, own.replace(before, version)).replace(`\nversion = "${before}"`, `\nversion = "${version}"`)
}

const write = (files: Files) => {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text)
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`"${[command, ...args].join(' ')}" ended with ${status}. Nothing was released.`)
}

function release(version: string, { keep }: { keep: boolean }): void {
  const before = Object.fromEntries(
    [...VERSIONED, CHANGELOG].map(file => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
  const after = releasedFiles(before, { version, date: new Date(performance.timeOrigin).toISOString().slice(0, 10) })
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-release-'))
  const tarball = `ringback-${version}.tgz`
  let done = false
  // Ctrl-C ends the command that runs, and what was written is taken back before this ends.
  process.on('SIGINT', () => {})
  try {
    write(after)
    run('npm', ['pack', '--pack-destination', folder])
    run('npm', ['run', 'test:package'], { RINGBACK_TARBALL: path.join(folder, tarball) })
    process.stdout.write(`\n${entryOf(after[CHANGELOG] ?? '', version)}\n`)
    if (keep) copyFileSync(path.join(folder, tarball), path.join(root, tarball))
    done = true
    const said = keep
      ? `Written: ${Object.keys(after).join(', ')} and ${tarball}. Commit them, then: npm publish ${tarball}`
      : `Tried, and nothing was changed. ${Object.keys(after).join(', ')} would be written: npm run release -- ${version} --write`
    process.stdout.write(`${said}\n`)
  } finally {
    if (!(keep && done)) write(before)
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  try {
    release(positionals[0] ?? version, { keep: values.write === true })
  } catch (error) {
    process.stderr.write(`release: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
