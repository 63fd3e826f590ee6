import { Button, type ButtonProps, createPolymorphicComponent } from '@mantine/core'
import { Icon, type IconName } from './icons.tsx'

interface Props extends ButtonProps {
  icon?: IconName | undefined
}

/** A button in its usual size: what can be done with what stands beside it. `variant="filled"` is for what most people are here to do. */
export const Action = createPolymorphicComponent<'button', Props>(({ icon, ...props }: Props) => {
  const leftSection = icon === undefined ? undefined : <Icon name={icon} size={13} />
  return <Button size="compact-sm" variant="default" leftSection={leftSection} {...props} />
})
