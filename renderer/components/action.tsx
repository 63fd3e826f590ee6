import { Button, type ButtonProps, createPolymorphicComponent, Loader } from '@mantine/core'
import type { MouseEventHandler } from 'react'
import { Icon, type IconName } from './icons.tsx'

interface Props extends ButtonProps {
  icon?: IconName | undefined
  onClick?: MouseEventHandler | undefined
}

const notNow: MouseEventHandler = event => event.preventDefault()

/**
 * A button in its usual size: what can be done with what stands beside it. `variant="filled"` is for what most people are here to do. While
 * it is `loading` it does nothing, and keeps the focus that a disabled button would lose.
 */
export const Action = createPolymorphicComponent<'button', Props>(
  ({ icon, loading = false, onClick, ...props }: Props) => {
    const sign = icon === undefined ? undefined : <Icon name={icon} size={13} />
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={loading ? <Loader size={13} color="currentColor" /> : sign}
        aria-busy={loading || undefined}
        aria-disabled={loading || undefined}
        onClick={loading ? notNow : onClick}
        {...props}
      />
    )
  },
)
