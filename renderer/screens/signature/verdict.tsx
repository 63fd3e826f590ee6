import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignatureCheckResult, SignatureMistake } from '../../../server/control/protocol/signatures.ts'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FaultMark } from '../../components/forged-event.tsx'
import { Icon } from '../../components/icons.tsx'
import { Loading } from '../../components/loading.tsx'
import { mistakeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { AgreementView } from './agreement-view.tsx'
import type { Difference } from './difference.ts'
import { DifferenceView, isOneByte, MOST_SHOWN, sidesOf } from './difference-view.tsx'
import { ChangedWords, useUnseenText } from './lit.tsx'
import { namedHere } from './named-here.ts'
import { secretDifference } from './secret-difference.ts'
import classes from './signature.module.css'
import type { Signed, Tampering } from './tampers.ts'
import type { ForgedDelivery } from './use-lab.ts'

/** The mistake of the doctor's list that it comes under. */
const IDS = { secret: 'other_secret', header: 'altered_header', rewritten: 'reserialized' } as const
const REWRITTEN = { text: 'given_rewritten', figures: {}, detail: null } as const

interface Named extends Pick<SignatureMistake, 'title' | 'fix'> {
  /** By the list of the doctor. */
  ids: readonly string[]
}

function Mistake({ ids, title, fix }: Named) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={classes.mistake}>
        <strong>{title}</strong>
        {ids.map(id => (
          <code key={id}>{id}</code>
        ))}
      </div>
      <p>
        {t('signature.fix')}
        {t('common.colon')}
        {fix}
      </p>
    </li>
  )
}

/** What arrived in place of what was signed, in a sentence. */
function useChangeText() {
  const { t } = useTranslation()
  const unseenText = useUnseenText()
  const named = (text: string) => unseenText(text) ?? text
  return (differences: readonly Difference[], length: number): string => {
    const [first] = differences
    if (first === undefined) return ''
    const { at, words, signedBytes, receivedBytes } = first
    const place = { at: at + 1, length }
    if (isOneByte(differences))
      return t('signature.one_byte', {
        ...place,
        was: named(words.signed.changed),
        is: named(words.received.changed),
      })
    if (differences.length > 1) return t('signature.places', { count: differences.length, ...place })
    if (signedBytes === 0 && at === length) return t('signature.added_at_end', { length, count: receivedBytes })
    if (signedBytes === 0) return t('signature.added', { ...place, count: receivedBytes })
    if (receivedBytes === 0) return t('signature.lost', { ...place, count: signedBytes })
    return t('signature.some_bytes', { ...place, signed: signedBytes, received: receivedBytes })
  }
}

/** Which byte it was: possible only where the delivery itself is known. */
function Altered({ differences, length, isSameJson }: Pick<Props, 'differences' | 'length' | 'isSameJson'>) {
  const { t } = useTranslation()
  const changeText = useChangeText()
  const left = differences.length - MOST_SHOWN
  return (
    <>
      <p className={classes.sentence}>
        {t('signature.body_altered')}
        {t('common.between_sentences')}
        {differences.slice(0, MOST_SHOWN).map(({ at, arrivedAt, words }, index) => (
          <Fragment key={`${at} ${arrivedAt}`}>
            {index > 0 && t('common.list_comma')}
            <ChangedWords words={words} />
          </Fragment>
        ))}
        {left > 0 && <span className="dim"> {t('signature.more_places', { count: left })}</span>}
      </p>
      <p className="dim">
        {changeText(differences, length)}
        {isSameJson && t('common.between_sentences') + t('signature.same_json')}
      </p>
    </>
  )
}

/** Who has forged it, and where the genuine one is. */
function Forged({ fault, beside }: ForgedDelivery) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <>
      <p>{t('signature.forged_about')}</p>
      <div className={classes.ways}>
        {beside !== null && (
          <Action
            component="a"
            icon="arrow_right"
            href={`${href('signature')}?${new URLSearchParams({ delivery: beside })}`}
          >
            {t('signature.forged_beside')}
          </Action>
        )}
        <FaultMark fault={fault} />
      </div>
    </>
  )
}

const isAsSent = (genuine: Signed, given: Signed) =>
  genuine.secret === given.secret && genuine.header === given.header && genuine.body === given.body

interface Props {
  /** Whether there may be something to check that is not here yet. */
  isWaiting: boolean
  result: SignatureCheckResult | undefined
  given: Signed
  /** What the service has sent, where that is known. */
  genuine: Signed | undefined
  differences: readonly Difference[]
  /** Whether the two bodies are the same JSON in other bytes. */
  isSameJson: boolean
  /** Bytes of the body that was signed. */
  length: number
  /** Set where a fault has forged what is here, and nobody has changed it since. */
  forged: ForgedDelivery | undefined
  /** What the lab has made of a delivery, so that it is known who has done what. */
  tampering: Tampering | undefined
  /** Whose secret has signed. */
  secretOf: string
  /** Takes the change back; without it there is none. */
  onUndo: (() => void) | undefined
}

/** Whether it holds, and if not which byte or which mistake, before everything else. */
export function Verdict(props: Props) {
  const { isWaiting, result, given, genuine, differences, isSameJson, length, forged, onUndo } = props
  const { tampering, secretOf } = props
  const { t } = useTranslation()
  if (!result && isWaiting) return <Loading height={180} />
  if (!result)
    return <EmptyState icon="signature" title={t('signature.incomplete')} hint={t('signature.incomplete_hint')} />
  const here = namedHere({ mistakes: result.mistakes, genuine, given, isSameJson })
  const isNamed = here.length > 0 || differences.length > 0
  // Where it is known what was changed, that no mistake of a receiver explains the header goes without saying.
  const found = result.mistakes.filter(({ text }) => !isNamed || (text !== 'unknown' && text !== 'too_much_to_try'))
  const named: Named[] = [
    ...found.map(mistake => ({ ids: [mistake.id], ...mistakeText(t, mistake) })),
    ...here.map(name => ({
      ids: [IDS[name]],
      ...(name === 'rewritten'
        ? mistakeText(t, REWRITTEN)
        : { title: t(`signature.other_${name}`), fix: t(`signature.other_${name}_fix`) }),
    })),
  ]
  // A forgery is no mistake of anybody, and of what the lab has done more is known than can be found out.
  const mistakes = forged
    ? []
    : tampering === undefined || result.valid
      ? named
      : [
          {
            ids: named.flatMap(({ ids }) => ids).filter(id => id !== 'unknown'),
            title: t(`signature.stories.${tampering}.who`),
            fix: t(`signature.stories.${tampering}.fix`),
          },
        ]
  // With another secret and its own header, the same body is valid as well, but nothing that the service has sent.
  const asSent = genuine && isAsSent(genuine, given) ? genuine : undefined
  const judged = result.valid ? 'valid' : forged ? (`forged_${forged.how}` as const) : 'invalid'
  return (
    <>
      <div className={classes.judgement} data-is={result.valid ? 'good' : 'bad'} role="status">
        <Icon name={result.valid ? 'check' : 'cross'} size={22} />
        <div>
          <h2>{t(`signature.${judged}`)}</h2>
          {result.valid && (
            <p>
              {asSent !== undefined && t('signature.same_bytes', { count: length }) + t('common.between_sentences')}
              {t('signature.valid_about')}
            </p>
          )}
          {!result.valid && differences.length > 0 && (
            <Altered differences={differences} length={length} isSameJson={isSameJson} />
          )}
          {forged && <Forged {...forged} />}
        </div>
        {onUndo !== undefined && (
          <Action icon="replay" onClick={onUndo}>
            {t('signature.undo')}
          </Action>
        )}
      </div>
      {mistakes.length > 0 && (
        <ul className={classes.mistakes}>
          {mistakes.map(mistake => (
            <Mistake key={mistake.title} {...mistake} />
          ))}
        </ul>
      )}
      {!result.valid && given.header !== '' && (
        <DifferenceView
          differences={differences}
          sides={sidesOf({
            genuine,
            given,
            computed: result.expected,
            isByCode: tampering !== undefined && tampering !== 'body_changed',
          })}
          secret={genuine && secretDifference(genuine.secret, given.secret)}
          secretOf={secretOf}
          isForged={forged !== undefined}
          isBodyAlone={genuine?.secret === given.secret}
        />
      )}
      {result.valid && <AgreementView genuine={asSent} given={given} secretOf={secretOf} />}
    </>
  )
}
