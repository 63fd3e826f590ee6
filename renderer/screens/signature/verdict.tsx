import { useTranslation } from 'react-i18next'
import type { SignatureCheckResult, SignatureMistake } from '../../../server/control/protocol/signatures.ts'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { mistakeText } from '../../i18n/said.ts'
import type { Difference } from './difference.ts'
import { ChangedWords, DifferenceView } from './difference-view.tsx'
import classes from './signature.module.css'

function Mistake({ mistake }: { mistake: SignatureMistake }) {
  const { t } = useTranslation()
  const { title, fix } = mistakeText(t, mistake)
  return (
    <li>
      <div className={classes.mistake}>
        <strong>{title}</strong> <code>{mistake.id}</code>
      </div>
      <p>
        {t('signature.fix')}
        {t('common.colon')}
        {fix}
      </p>
    </li>
  )
}

/** Which byte it was: possible only where the delivery itself is known. */
function Altered({ difference, length }: { difference: Difference; length: number }) {
  const { t } = useTranslation()
  const { at, words, signedBytes, receivedBytes } = difference
  const isOneByte = signedBytes === 1 && receivedBytes === 1
  return (
    <>
      <p className={classes.sentence}>
        {t('signature.body_altered')} <ChangedWords words={words} />
      </p>
      <p className="dim">
        {isOneByte
          ? t('signature.one_byte', { at: at + 1, length, was: words.signed.changed, is: words.received.changed })
          : t('signature.some_bytes', { at: at + 1, length, signed: signedBytes, received: receivedBytes })}
      </p>
    </>
  )
}

interface Props {
  result: SignatureCheckResult | undefined
  received: string
  difference: Difference | undefined
  /** Bytes of the body that was signed. */
  length: number
  /** Takes the change back; without it there is none. */
  onUndo: (() => void) | undefined
}

/** Whether it holds, and if not which byte or which mistake, before everything else. */
export function Verdict({ result, received, difference, length, onUndo }: Props) {
  const { t } = useTranslation()
  if (!result)
    return <EmptyState icon="signature" title={t('signature.incomplete')} hint={t('signature.incomplete_hint')} />
  // When the byte is known, that nothing else explains the header goes without saying.
  const mistakes = result.mistakes.filter(({ id }) => id !== 'unknown' || difference === undefined)
  return (
    <>
      <div className={classes.judgement} data-is={result.valid ? 'good' : 'bad'} role="status">
        <Icon name={result.valid ? 'check' : 'cross'} size={22} />
        <div>
          <h2>{t(result.valid ? 'signature.valid' : 'signature.invalid')}</h2>
          {!result.valid && difference !== undefined && <Altered difference={difference} length={length} />}
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
            <Mistake key={mistake.id} mistake={mistake} />
          ))}
        </ul>
      )}
      {!result.valid && <DifferenceView difference={difference} received={received} computed={result.expected} />}
    </>
  )
}
