import { useTranslation } from 'react-i18next'
import type { SignatureExplanation, SignatureStep } from '../../server/contract/signature-steps.ts'
import { stepText } from '../i18n/said.ts'
import { CopyButton } from './copy-button.tsx'
import { masked } from './secret-text.tsx'
import classes from './signature-steps.module.css'

/** The command has the secret between quotes. */
const withoutSecret = ({ id, value }: SignatureStep, secret: string) =>
  id === 'key' ? secret : id === 'command' ? value.replace(/'.*'/s, () => `'${secret}'`) : value

/** How a signature comes about: each step with the value it gives. */
export function SignatureSteps({ steps }: Pick<SignatureExplanation, 'steps'>) {
  const { t } = useTranslation()
  const secret = masked(steps.find(({ id }) => id === 'key')?.value ?? '')
  return (
    <ol className={classes.steps}>
      {steps.map(step => {
        const { id, value } = step
        const title = stepText(t, step)
        return (
          <li key={id}>
            <div className={classes.title}>
              {title}
              <CopyButton text={value} what={title} />
            </div>
            <pre className={classes.value}>{withoutSecret(step, secret)}</pre>
          </li>
        )
      })}
    </ol>
  )
}
