import type { SignatureExplanation } from '../../server/control/protocol.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './signature-steps.module.css'

/** How a signature comes about: each step with the value it gives. */
export function SignatureSteps({ steps }: Pick<SignatureExplanation, 'steps'>) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, value }) => (
        <li key={title}>
          <div className={classes.title}>
            {title}
            <CopyButton text={value} what={title} />
          </div>
          <pre className={classes.value}>{value}</pre>
        </li>
      ))}
    </ol>
  )
}
