import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Figure, Row } from './row.ts'
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

/** `npm run bench -- [--only <row>,…] [--rounds <n>] [--seconds <n>] [--json <file>]` */
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
  packed,
  others,
]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
})
const wanted = values.only?.split(',')
const unknown = wanted?.filter(name => !ROWS.some(row => row.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. Choose from ${ROWS.map(row => row.name).join(', ')}.`)
  process.exit(2)
}

const figures: Figure[] = []
for (const row of ROWS.filter(({ name }) => wanted?.includes(name) ?? true)) {
  process.stderr.write(`${row.name} …\n`)
  figures.push(...(await row.run({ rounds: Number(values.rounds), seconds: Number(values.seconds) })))
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
