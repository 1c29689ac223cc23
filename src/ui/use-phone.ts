import { useMediaQuery } from '@mantine/hooks'

/** On a phone, a dialog fills the screen. */
export const usePhone = () => useMediaQuery('(max-width: 48em)') ?? false
