import type { MeasuredFile } from '../contract/measured-file.ts'
import { type JunitCase, junit } from './junit.ts'

/** One case for each entry of the register, and one for each contradiction. */
export function measureJunit({ entries, contradictions }: MeasuredFile): string {
  const cases = Object.entries(entries).map(([id, entry]): JunitCase => {
    const { state, value, evidence = [], needs, reason } = entry
    const why = state === 'never' ? (reason ?? '') : `needs ${needs?.join(', ') ?? ''}`
    return {
      name: id,
      className: 'ringback.measure',
      seconds: 0,
      failure: state === 'contradicts' ? `${JSON.stringify(value)} contradicts the contract` : undefined,
      note: [`${state} ${value === undefined ? '' : JSON.stringify(value)}`.trim(), ...evidence].join('\n'),
      skipped: state === 'never' || state === 'unreachable' ? why : undefined,
    }
  })
  const broken = contradictions.map(
    ({ sentence, expected, observed, evidence }): JunitCase => ({
      name: sentence,
      className: 'ringback.measure.contract',
      seconds: 0,
      failure: [`expected ${expected}, observed ${observed}`, ...evidence].join('\n'),
    }),
  )
  return junit({ name: 'ringback measure', cases: [...cases, ...broken] })
}
