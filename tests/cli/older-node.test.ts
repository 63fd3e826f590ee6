import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findOlderNode } from '../support/cli.ts'

const MAIN = path.join(import.meta.dirname, '../../server/cli/main.ts')

/** The first file as the package has it: without types, so that an old Node can read it. */
function entryWithoutTypes(change: (text: string) => string = text => text): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'ringback-entry-')), 'main.mjs')
  writeFileSync(file, change(stripTypeScriptTypes(readFileSync(MAIN, 'utf8'))))
  return file
}

test('the first file of the command line imports nothing before it has looked at the version of Node (threat D9)', () => {
  expect(readFileSync(MAIN, 'utf8')).not.toMatch(/^import\s/m)
})

test('an older Node prints one line with the way out and exits with 2 (threat D9)', context => {
  const node = findOlderNode()
  if (node === undefined) {
    context.annotate('There is no Node before 22.15 on this machine, so only the version check itself is tested.')
    return expect(runWithVersion('22.14.0')).toMatchObject({ status: 2 })
  }
  const { status, stdout, stderr } = spawnSync(node, [entryWithoutTypes(), 'start'], { encoding: 'utf8' })
  expect(stderr).toMatch(
    /^ringback needs Node 22\.15 or a newer 22, or 24 or newer \(this is v[\d.]+\)\. Install Node 24 [^\n]*\n$/,
  )
  expect(stdout).toBe('')
  expect(status).toBe(2)
})

test.each([
  ['20.20.2', false],
  ['22.14.0', false],
  ['22.15.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s: goes on is %s, for the command line and the harness alike (finding R5)', (version, goesOn) => {
  const guard = path.join(import.meta.dirname, '../../server/harness/node-guard.ts')
  const harness = spawnSync(process.execPath, ['--import', pretend(version), guard], { encoding: 'utf8' })
  expect({ cli: runWithVersion(version).status !== 2, harness: harness.status === 0 }).toEqual({
    cli: goesOn,
    harness: goesOn,
  })
})

test('without the look at the version it goes on to load what comes next (without D9)', () => {
  const { status, stderr } = runWithVersion('22.14.0', text => text.replace('major >= 24', 'major >= 0'))
  expect(stderr).not.toContain('ringback needs Node')
  // Beside this copy there is no next file, which only a process that gets so far can find out.
  expect(stderr).toContain('program.ts')
  expect(status).not.toBe(2)
})

/** This Node, told that it is an older one. */
function runWithVersion(node: string, change: (text: string) => string = text => text) {
  return spawnSync(process.execPath, ['--import', pretend(node), entryWithoutTypes(change), 'start'], {
    encoding: 'utf8',
  })
}

function pretend(node: string): string {
  return `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${node}'})`
}
