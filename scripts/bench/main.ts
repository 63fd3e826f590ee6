import { execFileSync } from 'node:child_process'
import { writeFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machine, type Report, tableOf } from './report.ts'
import { type Figure, firstLine, type Row, round, skipped } from './row.ts'
import { axis } from './rows/axis.ts'
import { before } from './rows/before.ts'
import { dashboard } from './rows/dashboard.ts'
import { day } from './rows/day.ts'
import { deliveries } from './rows/deliveries.ts'
import { eventLoop } from './rows/event-loop.ts'
import { facts } from './rows/facts.ts'
import { memory } from './rows/memory.ts'
import { others } from './rows/others.ts'
import { packed } from './rows/packed.ts'
import { scale } from './rows/scale.ts'
import { start } from './rows/start.ts'
import { throughput } from './rows/throughput.ts'
import { turn } from './rows/turn.ts'
import { vitestFile } from './rows/vitest-file.ts'
import { worlds } from './rows/worlds.ts'

/**
 * `npm run bench -- [--only <row>,…] [--rounds <n>] [--seconds <n>] [--json <file>]`. Every row has a process of its own, in which nothing
 * is left of the others: `--alone <row>` is that process, and prints its figures as JSON.
 */
const ROWS: readonly Row[] = [
  throughput,
  turn,
  before,
  scale,
  start,
  vitestFile,
  memory,
  facts,
  worlds,
  day,
  deliveries,
  eventLoop,
  dashboard,
  axis,
  packed,
  others,
]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
    alone: { type: 'string' },
  },
})
const wanted = values.only?.split(',')
const unknown = wanted?.filter(name => !ROWS.some(row => row.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. Choose from ${ROWS.map(row => row.name).join(', ')}.`)
  process.exit(2)
}

const alone = ROWS.find(({ name }) => name === values.alone)
if (alone !== undefined) {
  const figures = await alone.run({ rounds: Number(values.rounds), seconds: Number(values.seconds) })
  writeSync(process.stdout.fd, JSON.stringify(figures))
  process.exit(0)
}

/** A row takes two minutes at most on a quiet machine. */
const LONGEST_ROW_MS = 300_000

/** A row in a process of its own. What it lacks on this machine is told in its place, and the others are measured. */
function measure(name: string): Figure[] {
  const sizes = ['--rounds', values.rounds, '--seconds', values.seconds]
  try {
    const found = execFileSync(process.execPath, [import.meta.filename, '--alone', name, ...sizes], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_ROW_MS,
      killSignal: 'SIGKILL',
    })
    return JSON.parse(found.slice(found.lastIndexOf('\n[') + 1)) as Figure[]
  } catch (error) {
    const { stderr, signal } = error as { stderr?: string; signal?: string | null }
    if (signal === 'SIGKILL') return [skipped(name, '', `it was not done after ${LONGEST_ROW_MS / 60_000} minutes`)]
    process.stderr.write(stderr ?? '')
    const reason = /^\w*Error: (.+)/m.exec(stderr ?? '')?.[1] ?? firstLine(error)
    return [skipped(name, '', reason)]
  }
}

const begun = performance.now()
const figures: Figure[] = []
for (const { name } of ROWS.filter(row => wanted?.includes(row.name) ?? true)) {
  process.stderr.write(`${name} … `)
  const from = performance.now()
  figures.push(...measure(name))
  process.stderr.write(`${Math.round((performance.now() - from) / 1_000)} s\n`)
}
const minutes = round((performance.now() - begun) / 60_000, 1)
const report: Report = { machine: machine(), minutes, figures }
console.log(`\n${tableOf(report)}`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
process.exit(0)
