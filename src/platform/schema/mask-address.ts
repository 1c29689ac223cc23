/** `m•••@example.org`, or the last two digits of a number: enough to recognize an address that one knows. */
export const maskAddress = (channel: 'email' | 'sms', address: string) =>
  channel === 'email' ? address.replace(/^(.)[^@]*/u, '$1•••') : `••• ••${address.slice(-2)}`
