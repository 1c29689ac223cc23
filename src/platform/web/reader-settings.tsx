import { IconAdjustments } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#ui/action.tsx'
import { applyColorScheme, type ColorScheme, readColorScheme } from '#ui/color-scheme.ts'
import { applyContrast, type Contrast, readContrast } from '#ui/contrast.ts'
import classes from './reader-settings.module.css'
import { chooseLanguage, type Language } from './texts.ts'

/**
 * Language in one tap; light, dark and high contrast behind a button. Plain elements, because the front page must stay
 * small.
 */
export function ReaderSettings() {
  const { t } = useTranslation()
  const [colorScheme, setScheme] = useState<ColorScheme>(readColorScheme)
  const [contrast, setContrast] = useState<Contrast>(readContrast)
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const setColorScheme = (next: ColorScheme) => {
    applyColorScheme(next, true)
    setScheme(next)
  }
  const chooseContrast = (next: Contrast) => {
    applyContrast(next, true)
    setContrast(next)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    opener.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any control in it
    <div className={classes.settings} onKeyDown={onKeyDown}>
      <ActionButton
        look="text"
        lang={t('shell.languageCode')}
        onClick={() => chooseLanguage(t('shell.languageCode') as Language)}
      >
        {t('shell.language')}
      </ActionButton>
      <ActionButton
        ref={opener}
        look="text"
        aria-expanded={isOpen}
        aria-controls={panel}
        aria-label={t('shell.appearance')}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustments aria-hidden="true" size={22} />
      </ActionButton>
      <fieldset id={panel} hidden={!isOpen} className={classes.panel}>
        <legend className={classes.legend}>{t('shell.appearance')}</legend>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />{' '}
            {t(`shell.${scheme}`)}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={contrast === 'more'}
            onChange={(e) => chooseContrast(e.target.checked ? 'more' : 'standard')}
          />{' '}
          {t('shell.contrast')}
        </label>
      </fieldset>
    </div>
  )
}
