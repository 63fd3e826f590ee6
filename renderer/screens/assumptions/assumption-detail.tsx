import { useTranslation } from 'react-i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DetailHead, Section } from '../../components/detail.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { notifyUndo } from '../../components/notify.tsx'
import { assumeCall, assumeFlag, readableText, valueText } from '../../components/value-text.ts'
import { useChangeAssumption } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import { AssumptionControl } from './assumption-control.tsx'
import classes from './assumptions.module.css'
import { kindOf } from './filters.ts'
import { Reliance } from './relied-on.tsx'

/** Assumed where the contract is silent; measured where the real service was asked; a concession where a local tool bends a rule; or Ringback's own. */
export function KindBadge({
  look,
  ...row
}: Pick<AssumptionView, 'kind' | 'own'> & { look?: 'soft' | 'plain' | undefined }) {
  const { t } = useTranslation()
  const kind = kindOf(row)
  return (
    <Badge {...SIGNS[kind]} look={look}>
      {t(`assumptions.${kind}`)}
    </Badge>
  )
}
const SIGNS = {
  assumed: { tone: 'info', icon: 'assumptions' },
  concession: { tone: 'warn', icon: 'redirect' },
  measured: { tone: 'good', icon: 'check' },
  own: { tone: 'quiet', icon: 'info' },
} as const

export function ChangedBadge() {
  const { t } = useTranslation()
  return (
    <Badge tone="accent" icon="edit" look="plain">
      {t('assumptions.changed')}
    </Badge>
  )
}

function Touches({ touches }: Pick<AssumptionView, 'touches'>) {
  const { t } = useTranslation()
  const endpoints = useContract()?.endpoints ?? []
  return (
    <span className={classes.touches}>
      {touches.map(name => {
        const endpoint = endpoints.find(({ id }) => id === name)
        return endpoint ? (
          <IdLink key={name} noun="endpoint" id={name} text={`${endpoint.method} ${endpoint.path}`} copy="hidden" />
        ) : (
          <span key={name}>{t(`assumptions.touched.${name as 'events'}`)}</span>
        )
      })}
    </span>
  )
}

/** What the real service was seen to do, and whether this world does otherwise. */
function Evidence({ measured, differs }: { measured: NonNullable<AssumptionView['measured']>; differs: boolean }) {
  const { t } = useTranslation()
  const { value, measured_at, base_origin, observations, evidence } = measured
  return (
    <Section title={t('assumptions.evidence')}>
      <p className={classes.plain}>
        {t('assumptions.was_measured', {
          value: valueText(value),
          day: measured_at.slice(0, 10),
          origin: base_origin,
          count: observations,
        })}
      </p>
      {differs && (
        <Badge tone="warn" icon="alert" look="plain">
          {t('assumptions.differs')}
        </Badge>
      )}
      <ul className={classes.evidence}>
        {evidence.map(line => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** How else it is set, and how to learn whether the tests of a client hold with its other values. */
function Elsewhere({ assumption }: { assumption: AssumptionView }) {
  const { t } = useTranslation()
  const { id, value, changed, alternatives, schema } = assumption
  if (alternatives.length === 0 && schema === null) return null
  // What a world has by itself needs no setting.
  const wanted = changed ? value : (alternatives[0] ?? value)
  return (
    <Section title={t(wanted === value ? 'assumptions.elsewhere' : 'assumptions.elsewhere_other')}>
      <div className={classes.commands}>
        <CommandLine label={t('assumptions.at_start')} command={`npx ringback start ${assumeFlag(id, wanted)}`} />
        <CommandLine label={t('assumptions.in_test')} command={assumeCall(id, wanted)} />
        {alternatives.length > 0 && (
          <CommandLine label={t('assumptions.vary')} command="npx ringback exec --vary assumptions -- npm test" />
        )}
      </div>
    </Section>
  )
}

/** One point that the contract leaves open: what it is, the control that changes it, and what rests on it. Key it by the id. */
export function AssumptionDetail({ assumption, onClose }: { assumption: AssumptionView; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, title, kind, own, value, changed, schema, measured } = assumption
  const shownKind = kindOf(assumption)
  const { mutate, error } = useChangeAssumption()
  const change = (next: Json | undefined) => {
    mutate(
      { id, value: next },
      {
        onSuccess: after =>
          notifyUndo({
            message: t('assumptions.was_set', { id, value: valueText(after.value) }),
            undo: () => mutate({ id, value: changed ? value : undefined }),
          }),
      },
    )
  }
  return (
    <>
      <DetailHead
        title={
          <span className={classes.id}>
            {id} <CopyButton text={id} what={t('nouns.assumption')} />
          </span>
        }
        onClose={onClose}
      />
      <div className={classes.intro}>
        <p className={classes.title}>{title}</p>
        <div className={classes.badges}>
          <KindBadge kind={kind} own={own} />
          <span className="dim">
            {t(`assumptions.${shownKind}_hint`)}
            {shownKind === 'assumed' &&
              measured === null &&
              `${t('common.between_sentences')}${t('assumptions.unmeasured')}`}
          </span>
        </div>
        {/* A new value from elsewhere starts the control anew. */}
        <AssumptionControl
          key={JSON.stringify(value)}
          assumption={assumption}
          error={error && <ErrorText error={error} />}
          onChange={change}
        />
        {changed && (
          <div className={classes.badges}>
            <ChangedBadge />
            <span>
              {t('assumptions.default_is', { value: readableText(assumption.default, t('assumptions.no_values')) })}
            </span>
            <Action icon="replay" onClick={() => change(undefined)}>
              {t('assumptions.reset')}
            </Action>
          </div>
        )}
      </div>
      {measured !== null && <Evidence measured={measured} differs={kind !== 'measured'} />}
      <Reliance assumption={assumption} />
      <Section title={t('assumptions.touches')}>
        <Touches touches={assumption.touches} />
      </Section>
      <Elsewhere assumption={assumption} />
      {schema !== null && (
        <Section title={t('assumptions.schema')}>
          <JsonValue value={schema} label={t('assumptions.schema')} />
        </Section>
      )}
    </>
  )
}
