import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerdictView, WorldJudgement } from '../../../server/control/protocol/verdicts.ts'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ruleTitle } from '../../components/rule-title.ts'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { Split } from '../../components/split.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { whenBack } from '../../components/when-back.ts'
import { useSetRule, useVerdictRules, useVerdicts } from '../../data/verdicts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { CallerList } from './caller-list.tsx'
import { brokenOf, EVERYONE, foundIn, groupsOf, isRule, RECEIVERS, rowsFor } from './callers.ts'
import classes from './client.module.css'
import { RuleDetail } from './rule-detail.tsx'
import list from './rule-list.module.css'
import { FoundCounts, RuleList } from './rule-list.tsx'

/** Whoever looks at verdicts needs none of it, and it is much code. */
const Drills = lazy(() => import('./drills.tsx').then(({ Drills }) => ({ default: Drills })))

const FIELDS = { who: textField(), finding: textField() }
const CERTIFY = 'npx ringback certify http://127.0.0.1:3000/hooks'
const RUN = 'npx ringback exec --fail-on verdicts -- npm test'

/** What nobody expected, and how many rules look. */
type Shown = Pick<WorldJudgement, 'kept' | 'run'> & { rows: readonly VerdictView[]; from: number }

function Total({ rows, from, run }: Omit<Shown, 'kept'>) {
  const { t } = useTranslation()
  const count = rows.filter(isRule).length
  if (run !== null)
    return (
      <span className={classes.total}>
        <Part name={t('client_run.in_run')} rows={foundIn(rows, 'run')} />
        <Part name={t('client_run.here_from', { seq: from })} rows={foundIn(rows, 'here')} />
        <span className="dim">{t('client_run.rules', { count })}</span>
      </span>
    )
  return (
    <span className={classes.total}>
      <FoundCounts rows={rows} />
      <span className="dim">
        {from > 1 ? t('client.rules_from', { count, seq: from }) : t('client.rules_count', { count })}
      </span>
    </span>
  )
}

/** What was found in the run of a capsule, or since in its world. */
function Part({ name, rows }: { name: string; rows: readonly VerdictView[] }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    <span role="group" aria-label={name} className={classes.total}>
      <span>{name}</span>
      {rows.some(({ findings }) => findings.some(({ expected }) => !expected)) ? (
        <FoundCounts rows={rows} />
      ) : (
        <span className="dim">{t('client.nothing_found')}</span>
      )}
    </span>
  )
}

/** A rule that the address names and nobody is held against: it is switched off, or there is none. */
function NotJudged({ rule }: { rule: string }) {
  const { t } = useTranslation()
  const known = useVerdictRules().data?.data.find(one => one.rule === rule)
  const set = useSetRule()
  if (known?.severity !== 'off') return <Missing what="rule" name={rule} />
  return (
    <EmptyState icon="client" titleAs="h2" title={ruleTitle(t, { rule, state: 'not_met' })} hint={t('client.is_off')}>
      <Action
        aria-label={t('client.switch_on', { rule })}
        onClick={() => set.mutate({ rule, severity: known.default_severity })}
      >
        {t('client.on')}
      </Action>
    </EmptyState>
  )
}

/** Rules that this world is not held against; one press brings each back. */
function SwitchedOff() {
  const { t } = useTranslation()
  const rules = useVerdictRules().data?.data ?? []
  const set = useSetRule()
  const off = rules.filter(({ severity }) => severity === 'off')
  if (off.length === 0) return null
  return (
    <section className={list.group} aria-label={t('client.off')}>
      <header>
        <h2>{t('client.off')}</h2>
      </header>
      <ul>
        {off.map(({ rule, default_severity }) => (
          <li key={rule} className={list.off}>
            <span className={list.rule_title}>{ruleTitle(t, { rule, state: 'not_met' })}</span>
            <Action
              aria-label={t('client.switch_on', { rule })}
              onClick={() => set.mutate({ rule, severity: default_severity })}
            >
              {t('client.on')}
            </Action>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The row of what is open is in view, wherever it was opened from. */
function useCurrentInView(open: string | undefined) {
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = rows.current
    if (open === undefined || list === null) return
    const show = () => list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
    show()
    // In a narrow window what is open stands in its place.
    return whenBack(list, show)
  }, [open])
  return rows
}

function Judged({ rows, from, kept, run, inside }: Shown & { inside: number }) {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const href = useHref()
  const go = useGo()
  const [{ who, finding }, setState] = useUrlState(FIELDS)
  const rules = useVerdictRules().data?.data
  const presenting = usePresenting()
  const groups = useCurrentInView(segments[1])
  const shown = rowsFor(rows, who)
  const open = segments[1]
  const row = shown.find(({ rule }) => rule === open)
  const queryOf = (whose: string) => (whose === '' ? '' : `?${new URLSearchParams({ who: whose })}`)
  const hrefOf = (rule: string) => `${href('client', rule)}${queryOf(who)}`
  const close = () => go(['client'], { search: queryOf(who) })
  const order = [...brokenOf(shown), ...groupsOf(shown).flatMap(({ rows: own }) => own)].map(({ rule }) => rule)
  const step = (by: number) => {
    const at = open === undefined ? (by > 0 ? -1 : 0) : order.indexOf(open)
    const next = order[Math.min(Math.max(at + by, 0), order.length - 1)]
    if (next !== undefined && next !== open)
      go(['client', next], { search: queryOf(who), history: open === undefined ? 'push' : 'replace' })
  }
  useShortcuts({
    j: { does: t('help.keys.next'), run: () => step(1) },
    k: { does: t('help.keys.previous'), run: () => step(-1) },
  })
  const detail = row && (
    <RuleDetail
      row={row}
      rows={shown}
      rule={rules?.find(({ rule }) => rule === open)}
      // In a run everything is judged.
      from={run === null ? from : 1}
      finding={finding}
      onFinding={next => setState({ finding: next })}
      onClose={close}
    />
  )
  // Before others, what is open is all there is.
  if (presenting && detail)
    return (
      <div className={classes.presented} data-slide="">
        <ScrollRegion className={undefined} label={row.rule}>
          {detail}
        </ScrollRegion>
      </div>
    )
  const isQuiet = rows.every(({ callers, met, open: undecided }) => callers.length + met + undecided === 0)
  return (
    <div className={classes.layout} data-open={open === undefined ? undefined : ''}>
      <CallerList
        rows={rows}
        from={from}
        kept={kept}
        run={run}
        who={who}
        hrefOf={whose => `${href(...segments.slice(0, 2))}${queryOf(whose)}`}
      />
      <Split
        detail={
          open === undefined
            ? undefined
            : {
                label: open,
                key: `${open} ${who}`,
                onClose: close,
                content: detail ?? <NotJudged rule={open} />,
              }
        }
      >
        <ScrollRegion className={classes.rules} label={t('client.rules')}>
          {isQuiet && run !== null && <EmptyState icon="client" title={t('client_run.nobody')} />}
          {isQuiet && run === null && (
            <EmptyState
              icon="client"
              title={from > 1 ? t('client.nobody_since', { seq: from - 1 }) : t('client.nobody')}
              hint={
                from > 1
                  ? `${t('client.since_hint', { seq: from })} ${t('client.go_on')}`
                  : t('client.nobody_hint', { count: rows.filter(isRule).length })
              }
              command={RUN}
            />
          )}
          {!isQuiet &&
            who === RECEIVERS &&
            shown.every(({ state, open: undecided }) => state === 'not_met' && undecided === 0) && (
              <EmptyState
                icon="client"
                title={t('client.no_receiver')}
                hint={t('client.no_receiver_hint', { count: shown.length })}
                command={CERTIFY}
              />
            )}
          <div ref={groups} className={list.groups}>
            <RuleList
              rows={shown}
              open={open}
              hrefOf={hrefOf}
              named={who === EVERYONE}
              ofRun={run !== null}
              inside={inside}
            />
            <SwitchedOff />
          </div>
        </ScrollRegion>
      </Split>
    </div>
  )
}

/** How the clients of the world behaved: who they are, the rules in three states, and each failure on the two clocks. */
export function ClientScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useVerdicts()
  const { segments } = usePlace()
  const isDrills = segments[1] === 'drills'
  return (
    <>
      <PageHeader
        title={t('screens.client')}
        about={t('client.about')}
        actions={data && <Total rows={data.data} from={data.judged_from} run={data.run} />}
      />
      <SubNavigation
        label={t('client.parts')}
        parts={[
          { segments: ['client'], label: t('client.verdicts'), current: !isDrills },
          { segments: ['client', 'drills'], label: t('client.drills'), current: isDrills },
        ]}
      />
      {isDrills && (
        <Suspense fallback={<Loading height={320} />}>
          <Drills />
        </Suspense>
      )}
      {!isDrills && error && <Failed error={error} again={() => void refetch()} />}
      {!isDrills && !data && !error && <Loading height={320} />}
      {!isDrills && data && (
        <Judged
          rows={data.data}
          from={data.judged_from}
          kept={data.kept}
          run={data.run}
          inside={data.receivers_left_out}
        />
      )}
    </>
  )
}
