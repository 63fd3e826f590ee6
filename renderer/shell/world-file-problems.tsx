import { useTranslation } from 'react-i18next'
import { ErrorText } from '../components/error-text.tsx'
import { ControlError } from '../data/client.ts'
import { fieldProblemText } from '../i18n/refusal-text.ts'
import classes from './world-file.module.css'

/** How much is shown of what is wrong with a file. */
const MOST = 20

/** What is wrong with a world file, each with its place in the file. */
export function WorldFileProblems({ name, error }: { name: string; error: Error }) {
  const { t } = useTranslation()
  const places = Object.entries((error instanceof ControlError ? error.details : null) ?? {}).flatMap(
    ([place, texts]) => [texts].flat().map(text => ({ place, text: String(text) })),
  )
  return (
    <div role="alert" className={classes.problems}>
      <p>{t('shell.file_refused', { name })}</p>
      {places.length === 0 ? (
        <p>
          <ErrorText error={error} />
        </p>
      ) : (
        <ul>
          {places.slice(0, MOST).map(({ place, text }) => (
            <li key={`${place} ${text}`}>
              <code>{place}</code> {fieldProblemText(t, text)}
            </li>
          ))}
        </ul>
      )}
      {places.length > MOST && <p>{t('shell.file_more', { count: places.length - MOST })}</p>}
    </div>
  )
}
