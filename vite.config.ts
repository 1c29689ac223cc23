import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { trimRouter } from './scripts/trim-router.ts'

// Warnings of the libraries to their developers.
const warnings = [
  ...['warn', 'info', 'log', 'debug'].map((name) => `console.${name}`),
  ...['warn', 'log', 'error', 'deprecate'].map((name) => `this.logger.${name}`),
  'warning',
  'warning$1',
  'warnOnce',
  'warnOnce$1',
  'warningOnce',
]

export default defineConfig({
  plugins: [react(), trimRouter()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    // Browsers that lack it do without the preloading; the page works all the same.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    // The server names in a page what its screen will ask for (page-preloads.ts).
    manifest: true,
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { pure_funcs: warnings },
      format: { comments: false },
    },
    rolldownOptions: {
      // Our own modules do nothing but define: what a screen takes from one brings nothing else along.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(?!web).*\.tsx?$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\// },
            // The front page's own icons in one file: each alone costs more to fetch than it weighs.
            {
              name: 'front-icons',
              test: /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Bolt|ChartBar|Check|Eye|FileText|MapPin|Message|Send|Users))\.m?js/,
            },
            { name: 'front', test: /src\/(web|site\/landing\/web\/landing-page)\.tsx/ },
            // What home needs after signing in, whoever signs in: all of it in one file, and no more.
            {
              name: 'home',
              test: /src\/(signed-in-frame|[a-z-]+\/[a-z-]+\/web\/(home-page|home-redirect|help-desk-public|[a-z-]+-navigation)|platform\/web\/component-frame)\.tsx?/,
            },
            // What most other screens share, in two files: a hundred small ones cost an old phone many ways to and fro.
            // Ours apart, because its styles come after those of the component library.
            { name: 'library', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /\/src\//, minShareCount: 3 },
          ],
        },
      },
    },
    // The English words that passwords must not be made of are 1.2 MB, and come when somebody chooses one.
    chunkSizeWarningLimit: 1300,
  },
})
