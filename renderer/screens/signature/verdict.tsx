import { useTranslation } from 'react-i18next'
import type { SignatureCheckResult, SignatureMistake } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Judgement } from '../../components/judgement.tsx'
import { mistakeText } from '../../i18n/said.ts'
import classes from './signature.module.css'

/** Two values one above the other, what differs marked: by a line under it too, since colour alone is no sign. */
function Compared({ expected, received }: { expected: string; received: string }) {
  const { t } = useTranslation()
  let same = 0
  while (same < expected.length && expected[same] === received[same]) same++
  const rows = [
    { name: t('signature.expected'), value: expected },
    { name: t('signature.received'), value: received },
  ]
  return (
    <dl className={classes.compared}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value.slice(0, same)}
            {same < value.length && <mark>{value.slice(same)}</mark>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Mistake({ mistake }: { mistake: SignatureMistake }) {
  const { t } = useTranslation()
  const { title, fix } = mistakeText(t, mistake)
  return (
    <li>
      <div className={classes.mistake}>
        <strong>{title}</strong> <code>{mistake.id}</code>
      </div>
      <p>
        {t('signature.fix')}: {fix}
      </p>
    </li>
  )
}

/** Whether it holds, and each mistake with the way out. */
export function Verdict({ result, received }: { result: SignatureCheckResult | undefined; received: string }) {
  const { t } = useTranslation()
  if (!result)
    return <EmptyState icon="signature" title={t('signature.incomplete')} hint={t('signature.incomplete_hint')} />
  return (
    <>
      <Judgement is={result.valid ? 'good' : 'bad'} icon={result.valid ? 'check' : 'cross'}>
        <strong>{t(result.valid ? 'signature.valid' : 'signature.invalid')}</strong>
      </Judgement>
      {result.mistakes.length > 0 && (
        <ul className={classes.mistakes}>
          {result.mistakes.map(mistake => (
            <Mistake key={mistake.id} mistake={mistake} />
          ))}
        </ul>
      )}
      <Compared expected={result.expected} received={received} />
    </>
  )
}
