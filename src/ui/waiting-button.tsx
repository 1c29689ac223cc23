import type { ComponentProps } from 'react'

interface WaitingButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

/**
 * The element of every button of the component library (see theme.ts). The library disables a button that waits for an answer,
 * and a browser takes the focus from a disabled button. This one keeps it and does nothing when it is pressed again.
 */
export function WaitingButton({ disabled, onClick, type = 'button', ...props }: WaitingButtonProps) {
  if (!props['data-loading'] || props['data-disabled'])
    return <button type={type} disabled={disabled} onClick={onClick} {...props} />
  return <button type={type} aria-disabled onClick={(event) => event.preventDefault()} {...props} />
}
