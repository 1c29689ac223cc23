import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { WaitingButton } from './waiting-button.tsx'

/**
 * Mantine requires ten shades; the visible colors come from the tokens (tokens.css), which support light, dark and high
 * contrast.
 */
const hearth: MantineColorsTuple = [
  '#eaf6f4',
  '#dff0ec',
  '#b8dfd8',
  '#8fcdc3',
  '#63cbbf',
  '#2f8f88',
  '#0b5c59',
  '#084644',
  '#063634',
  '#042624',
]

/**
 * The strong color is dark in light mode and light in dark mode; a fixed shade could not provide the matching text
 * color.
 */
const colorsOf: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return colors
  if ((input.color ?? 'hearth') === 'hearth') return { ...colors, color: 'var(--hl-on-hearth)' }
  return input.color === 'red' ? { ...colors, color: 'var(--hl-paper)' } : colors
}

/**
 * The list of a field scrolls itself, not a box within it: so it counts as the field's own popup, which arrow keys
 * scroll, and not as a part of the screen that the Tab key has to reach.
 */
const list = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto', paddingInlineEnd: 'var(--combobox-padding)' } },
}
const listField = { ...list, defaultProps: { ...list.defaultProps, size: 'md' } }

const dialogTitle = { font: '600 1.25rem var(--hl-head)' }

export const theme = createTheme({
  variantColorResolver: colorsOf,
  primaryColor: 'hearth',
  primaryShade: { light: 6, dark: 4 },
  colors: { hearth },
  autoContrast: true,
  fontFamily: 'var(--hl-text)',
  headings: { fontFamily: 'var(--hl-head)' },
  fontSizes: { xs: '0.82rem', sm: '0.9rem', md: '1rem', lg: '1.12rem', xl: '1.25rem' },
  defaultRadius: 'md',
  radius: { md: '10px', lg: '14px' },
  respectReducedMotion: true,
  scale: 1,
  components: {
    Button: { defaultProps: { radius: 'xl', size: 'md', component: WaitingButton } },
    ActionIcon: { defaultProps: { component: WaitingButton } },
    // Without a variant, the text of a selected chip is white, whatever the color scheme.
    Chip: { defaultProps: { variant: 'filled' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    Autocomplete: list,
    Select: listField,
    MultiSelect: listField,
    // They open in the main part of the screen: at the end of the body they would be outside all landmarks.
    Combobox: { defaultProps: { portalProps: { target: 'main' } } },
    // Browsers let the Tab key reach what scrolls; a list closes when its field loses the focus.
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
    // The same, and the first item gets the focus: an element in between is not allowed in a menu.
    Menu: { defaultProps: { portalProps: { target: 'main' }, withInitialFocusPlaceholder: false } },
    NumberInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    // A dialog's header is not the page's banner.
    Modal: {
      defaultProps: { radius: 'lg', centered: true, attributes: { header: { role: 'none' } } },
      styles: { title: dialogTitle },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } }, styles: { title: dialogTitle } },
  },
})

/** The tokens replace these; Mantine must not set them on the same element. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: {}, dark: {} })
