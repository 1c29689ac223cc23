declare module '*.css'
declare module '*.module.css' {
  const classes: Record<string, string>
  // biome-ignore lint/style/noDefaultExport: this is how CSS modules come
  export default classes
}
declare module '@fontsource-variable/*'
declare module 'altcha/i18n/es-419'
