import type { ClockView } from '../../server/control/protocol/clock.ts'
import type { EmulatorState } from '../emulator/state.ts'
import { fill, type Strings } from '../strings.ts'

/** One line on the emulator and its clock, for the tray: `Ringback :4010 · stands at 2026-03-10 23:59:50 in Tokyo`. */
export function statusLine({
  state,
  world,
  clock,
  strings,
}: {
  state: EmulatorState
  world: string
  clock: ClockView | undefined
  strings: Strings
}): string {
  if (state.kind === 'failed' || state.kind === 'stopped') return `Ringback · ${strings.status_failed}`
  if (state.kind !== 'running') return `Ringback · ${strings.status_starting}`
  const parts = [`Ringback :${state.port}`, ...(world === 'default' ? [] : [world])]
  return [...parts, ...(clock === undefined ? [] : [clockLine(clock, strings)])].join(' · ')
}

function clockLine({ pace, tokyo }: ClockView, strings: Strings): string {
  if (pace === 'live') return strings.status_live
  if (pace === 'frozen') return fill(strings.status_frozen, { time: tokyo.slice(0, 19).replace('T', ' ') })
  return fill(strings.status_fast, { factor: pace })
}
