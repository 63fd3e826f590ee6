import { MEASURED_FILE_SCHEMA_PATH, type MeasuredFile } from '../contract/measured-file.ts'
import type { PlanName } from '../contract/plans.ts'
import { findingsIn } from './findings.ts'
import { exchangesInHar } from './har-in.ts'
import { Seen } from './seen.ts'

/** What recorded traffic of the service says by itself; not one request is sent. */
export function measureHar(
  text: string,
  options: { base?: string | undefined; plan?: PlanName | undefined; version: string; run: string },
): { file: MeasuredFile; leftOut: number } {
  const { exchanges, origin, leftOut } = exchangesInHar(
    text,
    options.base === undefined ? undefined : new URL(options.base).origin,
  )
  const found = findingsIn(new Seen(exchanges), {
    plan: options.plan,
    missing: () => ['traffic that shows it, or a run'],
  })
  const newest = Math.max(0, ...exchanges.map(({ at }) => at))
  const file: MeasuredFile = {
    $schema: MEASURED_FILE_SCHEMA_PATH,
    version: 1,
    base_origin: origin ?? 'unknown',
    run: options.run,
    measured_at: `${new Date(newest).toISOString().slice(0, 19)}Z`,
    ringback: options.version,
    classes: [],
    tenant_plan: options.plan ?? null,
    ...found,
    residue: [],
    requests: { planned: 0, sent: 0 },
    stopped: null,
  }
  return { file, leftOut }
}
