import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { REPOSITORY } from '../support/readme-blocks.ts'

const ACTION = readFileSync(path.join(REPOSITORY, 'action.yml'), 'utf8')

/** What the first step of the action runs, without its indentation. */
const script = (/^ {6}run: \|\n((?: {8}.*\n)+)/m.exec(ACTION)?.[1] ?? '').replace(/^ {8}/gm, '')
const standard = /^ {2}version:\n.*\n {4}default: "?([^"\n]*)"?$/m.exec(ACTION)?.[1]

test.skipIf(process.platform === 'win32').each([
  ['what the project has installed', standard, 'ringback'],
  ['the version that is given', '0.2.0', 'ringback@0.2.0'],
])('the action runs %s', (_, version, wanted) => {
  using folder = temporaryFolder()
  const npx = path.join(folder.path, 'npx')
  writeFileSync(npx, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(npx, 0o755)
  const { stdout, status } = spawnSync('bash', ['-e', '-c', script], {
    encoding: 'utf8',
    env: {
      PATH: `${folder.path}${path.delimiter}${process.env.PATH}`,
      RUNNER_TEMP: '/runner',
      RINGBACK_VERSION: version,
      RINGBACK_FLAGS: '--fixture empty --fail-on verdicts',
      RINGBACK_RUN: 'npm test && echo "done"',
    },
  })
  const exec = ['exec', '--summary', '--report', '/runner/ringback/report.html', '--capsule', '/runner/ringback']
  const command = ['--fixture', 'empty', '--fail-on', 'verdicts', '--', 'bash', '-c', 'npm test && echo "done"']
  expect([status, stdout.trimEnd().split('\n')]).toEqual([0, ['--yes', wanted, ...exec, ...command]])
})
