import { execFileSync } from 'node:child_process'
import { writeFileSync, writeSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Figure, Row } from './row.ts'
import { axis } from './rows/axis.ts'
import { dashboard } from './rows/dashboard.ts'
import { day } from './rows/day.ts'
import { deliveries } from './rows/deliveries.ts'
import { eventLoop } from './rows/event-loop.ts'
import { memory } from './rows/memory.ts'
import { others } from './rows/others.ts'
import { packed } from './rows/packed.ts'
import { scale } from './rows/scale.ts'
import { start } from './rows/start.ts'
import { throughput } from './rows/throughput.ts'
import { turn } from './rows/turn.ts'
import { worlds } from './rows/worlds.ts'

/**
 * `npm run bench -- [--only <row>,…] [--rounds <n>] [--seconds <n>] [--json <file>]`. Every row has a process of its own, in which nothing
 * is left of the others: `--alone <row>` is that process, and prints its figures as JSON.
 */
const ROWS: readonly Row[] = [
  throughput,
  turn,
  scale,
  start,
  memory,
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

const figures: Figure[] = []
for (const { name } of ROWS.filter(row => wanted?.includes(row.name) ?? true)) {
  process.stderr.write(`${name} …\n`)
  const sizes = ['--rounds', values.rounds, '--seconds', values.seconds]
  const found = execFileSync(process.execPath, [import.meta.filename, '--alone', name, ...sizes], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  figures.push(...(JSON.parse(found.slice(found.lastIndexOf('\n[') + 1)) as Figure[]))
}

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  gigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
console.log(`\n${machine.cores} × ${machine.cpu}, ${machine.gigabytes} GB, Node ${machine.node}\n`)
console.log('| | figure | goal | |\n| --- | --- | --- | --- |')
for (const { row, figure, goal, reached } of figures)
  console.log(`| ${row} | ${figure} | ${goal} | ${reached === null ? '' : reached ? 'reached' : '**not reached**'} |`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
process.exit(0)
