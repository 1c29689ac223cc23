import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone: a dialog then fills the screen, for example. Known from the first frame. */
export const usePhone = () => useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
