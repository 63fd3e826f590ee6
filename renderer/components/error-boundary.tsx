import { Button } from '@mantine/core'
import { Component, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ControlError } from '../data/client.ts'
import { reloadIfCodeIsMissing } from '../data/missed-code.ts'
import { refusalText } from '../i18n/refusal-text.ts'
import { EmptyState } from './empty-state.tsx'
import { asError } from './error-text.tsx'
import { Missing, MissingSaid } from './missing.tsx'

interface Props {
  children: ReactNode
  fallback: (error: Error, again: () => void) => ReactNode
  /** A new value gives the children another chance. */
  resetKey?: unknown
}

/** Keeps a defect inside the part of the page that has it. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined; resetKey: unknown }> {
  override state: { error: Error | undefined; resetKey: unknown } = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: { resetKey: unknown }) {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error
      ? this.props.fallback(error, () => reloadIfCodeIsMissing() || this.setState({ error: undefined }))
      : this.props.children
  }
}

/** For a whole screen or panel. */
export function PanelBoundary({ children, resetKey }: { children: ReactNode; resetKey?: unknown }) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(error, again) => <Failed error={error} again={again} />}>
      {children}
    </ErrorBoundary>
  )
}

const isMissing = (error: unknown) => error instanceof ControlError && error.code === 'not_found'

interface FailedProps {
  error: unknown
  again?: () => void
  /** What was asked for: when it is not there, other worlds are asked for it. */
  of?: ComponentProps<typeof Missing>
}

/** What went wrong, in the words of the one who knows, and a way to try again. */
export function Failed({ error, again, of }: FailedProps) {
  const { t } = useTranslation()
  const { title, text, detail } = refusalText(t, asError(error))
  if (isMissing(error)) return of ? <Missing {...of} /> : <MissingSaid title={text} />
  return (
    <div role="alert">
      <EmptyState icon="alert" title={title} hint={detail === undefined ? text : <span lang="en">{detail}</span>}>
        {again && (
          <Button size="xs" variant="default" onClick={again}>
            {t('common.try_again')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
