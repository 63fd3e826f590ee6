import { useTranslation } from 'react-i18next'
import type { SignatureExplanation } from '../../server/contract/signature-steps.ts'
import { stepText } from '../i18n/said.ts'
import { CopyButton } from './copy-button.tsx'
import { masked } from './secret-text.tsx'
import classes from './signature-steps.module.css'

/** How a signature comes about: each step with the value it gives. */
export function SignatureSteps({ steps }: Pick<SignatureExplanation, 'steps'>) {
  const { t } = useTranslation()
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
            <pre className={classes.value}>{id === 'key' ? masked(value) : value}</pre>
          </li>
        )
      })}
    </ol>
  )
}
