import type { ReadyLine } from '../control/protocol/process.ts'
import type { WorldView } from '../control/protocol/worlds.ts'
import type { EmulatorHandle, StartedEmulator } from '../index.ts'
import { here } from './own-command.ts'

/** For a program that waits for the emulator. */
export function readyLine(emulator: EmulatorHandle): ReadyLine {
  return {
    event: 'ready',
    url: emulator.url,
    base_url: emulator.baseUrl,
    control_url: emulator.controlUrl,
    dashboard_url: emulator.dashboardUrl,
    pid: process.pid,
    world: emulator.world.view,
  }
}

const SHOWN_TENANTS = ['pro', 'max']

/** For people: where it is, which keys open it, and one line to try. */
export function banner(emulator: StartedEmulator, { store, dashboard }: { store: string; dashboard: boolean }): string {
  const { view } = emulator.world
  const keys = SHOWN_TENANTS.flatMap(slug => {
    const key = view.tenants.find(({ tenant }) => tenant === slug)?.keys.find(({ label }) => label === 'live')?.key
    return key === undefined ? [] : [[`Key (${slug})`, key]]
  })
  const rows = [
    ['API', emulator.baseUrl],
    ...(dashboard ? [['Dashboard', emulator.hasDashboard ? emulator.dashboardUrl : notBuilt(emulator)]] : []),
    ['Control API', emulator.controlUrl],
    ...keys,
    ['Clock', `${view.now}, ${paceText(view.pace)}`],
    ['Data', store === 'memory' ? 'in memory, lost on exit; keep it with --store .ringback' : `kept in ${store}`],
  ]
  const width = Math.max(...rows.map(([title = '']) => title.length))
  const lines = rows.map(([title = '', value]) => `  ${title.padEnd(width)}  ${value}`)
  const [, key] = keys[0] ?? []
  const example =
    key === undefined ? [] : ['', `  curl -i ${emulator.baseUrl}/customers -H "Authorization: Bearer ${key}"`]
  return ['', '  Ringback is ready.', '', ...lines, ...example, '', '  Press Ctrl+C to stop it.', ''].join('\n')
}

/** Only a clone of the repository can be without a build. */
const notBuilt = ({ dashboardUrl }: EmulatorHandle) =>
  `not built yet; "npm run build:dashboard" in another terminal builds it for ${dashboardUrl}`

/** Flags that only a new world can take. */
const BIRTH_FLAGS = ['clock', 'pace', 'seed', 'fixture', 'world-file']

/** One line about flags that have no effect on a world that the store already had. */
export function keptWorldNote({ now, pace, seed, fixture }: WorldView, flags: readonly string[]): string | undefined {
  const ignored = BIRTH_FLAGS.filter(flag => flags.includes(flag)).map(flag => `--${flag}`)
  if (ignored.length === 0) return undefined
  return (
    `The store keeps the world it has: clock ${now} (${paceText(pace)}), seed ${seed}, fixture ${fixture}; ${ignored.join(' and ')} ` +
    `${ignored.length === 1 ? 'has' : 'have'} no effect. Use "${here('reset')}" to start it again, or another --store.`
  )
}

function paceText(pace: WorldView['pace']): string {
  return typeof pace === 'number' ? `${pace} times real time` : pace
}
