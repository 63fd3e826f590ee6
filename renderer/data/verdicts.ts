import { useQueries } from '@tanstack/react-query'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExchangeDetailView, ExchangeView } from '../../server/control/protocol/journal.ts'
import type {
  ExpectationView,
  ExpectBody,
  FindingView,
  InDrillView,
  VerdictRuleView,
  WorldJudgement,
} from '../../server/control/protocol/verdicts.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'
import { useWorldId } from './world.tsx'

export const useVerdicts = () => useWorldQuery<WorldJudgement>('verdicts', ['verdicts'])

/** The drills in which the requests and deliveries of a finding were. */
export function useDrillsOfFinding(finding: Pick<FindingView, 'finding_id'> | undefined): readonly InDrillView[] {
  return useVerdicts().data?.in_drills.filter(({ finding_id }) => finding_id === finding?.finding_id) ?? []
}

export const useVerdictRules = () => useWorldQuery<Page<VerdictRuleView>>('verdicts', ['verdicts', 'rules'])

/** The rules that clients broke: read when a finding is announced, and not with every request. */
function useStandingJudgement(): WorldJudgement | undefined {
  const world = useWorldId()
  const [{ data } = {}] = useQueries({
    queries: [
      {
        queryKey: keys.area(world, 'findings'),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          control<WorldJudgement>('GET', worldPath(world, 'verdicts'), { query: { state: 'failed' }, signal }),
      },
    ],
  })
  return data
}

/** What is wrong with the clients. */
export function useStandingFindings(): (FindingView & { rule: string })[] {
  const data = useStandingJudgement()
  return data?.data.flatMap(({ rule, findings }) => findings.map(finding => ({ ...finding, rule }))) ?? []
}

/** Whether a request came in the run of the capsule from which the world was opened, and not here. */
export function useIsOfRun(seq: number | undefined): boolean {
  const { run = null, judged_from = 0 } = useStandingJudgement() ?? {}
  return run !== null && seq !== undefined && seq < judged_from
}

/** The exchanges of a finding, as far as the world has them, and its journal still. They do not change, so no request makes them stale. */
export function useEvidence({ evidence }: Pick<FindingView, 'evidence'>): ReadonlyMap<string, ExchangeDetailView> {
  const world = useWorldId()
  const results = useQueries({
    // The id of one that only the run of a capsule had may be that of another request here.
    queries: evidence
      .filter(({ of_run }) => of_run === null)
      .map(({ request_id }) => ({
        queryKey: keys.area(world, 'findings', 'evidence', request_id),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          control<ExchangeDetailView>('GET', worldPath(world, 'requests', request_id), { signal }),
        // One that the journal had no more room for does not come back.
        retry: false,
      })),
  })
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.request_id, data] as const])))
}

/** So many exchanges of a page tell what was refused between two. */
const PAGE = 100

/**
 * Exchanges of a caller before each of some requests, the newest first, where the world has them: from a finding or a doubt on, whose exchanges do
 * not change.
 */
export function useAskedBefore(
  of: readonly { readonly seq: number; readonly tenant: string | null; readonly product: string }[],
): readonly (readonly ExchangeView[])[] {
  const world = useWorldId()
  const results = useQueries({
    queries: of.map(({ seq, tenant, product }) => ({
      queryKey: keys.area(world, 'findings', 'before', seq, tenant, product),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), {
          query: { cursor: String(seq), limit: PAGE, caller: product, ...(tenant !== null && { tenant }) },
          signal,
        }),
      retry: false,
    })),
  })
  return results.map(({ data }) => data?.data ?? [])
}

interface RuleChange {
  readonly rule: string
  /** `undefined` is as it was when the world began. */
  readonly severity: VerdictRuleView['severity'] | undefined
}

export const useSetRule = () =>
  useAreaMutation('verdicts', (world, { rule, severity }: RuleChange) => {
    const path = worldPath(world, 'verdicts', 'rules', rule)
    return severity === undefined
      ? control<VerdictRuleView>('DELETE', path)
      : control<VerdictRuleView>('PUT', path, { body: { severity } })
  })

export const useExpectNoMore = () =>
  useAreaMutation('verdicts', (world, { rule, finding }: { rule: string; finding?: number }) =>
    control<undefined>('DELETE', worldPath(world, 'verdicts', 'expect', rule), {
      query: finding === undefined ? {} : { finding: String(finding) },
    }),
  )

export const useExpect = () =>
  useAreaMutation('verdicts', (world, body: ExpectBody) =>
    control<ExpectationView>('POST', worldPath(world, 'verdicts', 'expect'), { body }),
  )
