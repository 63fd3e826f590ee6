import { InsideEmulator } from './inside.ts'
import { tellTwoDays } from './two-days.ts'

/**
 * Tells two days in a process of its own, whose zone is its environment's, and prints what came out. With `naive` it tells them once more,
 * with ranges of calls that are days of the host, as they are when one takes the nearest methods of `Date`.
 */
async function digest({ naive }: { naive: boolean }): Promise<string> {
  await using emulator = await InsideEmulator.start({ seed: 7 })
  const { calls } = emulator.emulator.defaultWorld.runtime.services
  const list = calls.list.bind(calls)
  if (naive)
    calls.list = (tenant, { from, until }, filters, page) =>
      list(tenant, { from: dayOfHost(from), until: dayOfHost(until) }, filters, page)
  return (await tellTwoDays(emulator)).digest
}

function dayOfHost(instant: number): number {
  const tokyo = new Date(instant + 9 * 3_600_000)
  return new Date(tokyo.getUTCFullYear(), tokyo.getUTCMonth(), tokyo.getUTCDate()).getTime()
}

const minutes = [0, 6].map(month => new Date(2026, month, 1).getTimezoneOffset())
const told = await digest({ naive: false })
const naive = process.argv.includes('naive') ? await digest({ naive: true }) : undefined
process.stdout.write(JSON.stringify({ minutes, told, naive }))
