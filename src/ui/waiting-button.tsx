import type { ComponentProps } from 'react'

interface WaitingButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

/**
 * The element of all buttons of the component library (see theme.ts). The library disables a button while it waits for
 * a response, and browsers remove the focus from disabled buttons. This one keeps the focus and ignores further clicks.
 */
export function WaitingButton({ disabled, onClick, type = 'button', ...props }: WaitingButtonProps) {
  if (!props['data-loading'] || props['data-disabled'])
    return <button type={type} disabled={disabled} onClick={onClick} {...props} />
  return <button type={type} aria-disabled onClick={(event) => event.preventDefault()} {...props} />
}
