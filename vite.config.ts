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

// Minifying takes most of the time of a build, as it should; nobody who starts the portal needs to read that.
const checks = { bundlerTimings: false }

export default defineConfig({
  worker: { rolldownOptions: { checks } },
  plugins: [react(), trimRouter()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    // Browsers without support skip the preloading; the page still works.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    // The server adds preload links for a screen's files to the page (page-preloads.ts).
    manifest: true,
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { pure_funcs: warnings },
      // Browsers compile functions in parentheses while the file loads, not when the page first calls them.
      format: { comments: false, wrap_func_args: true },
    },
    rolldownOptions: {
      checks,
      // Our own modules have no side effects: importing one thing from a module does not include the rest.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(?!web).*\.tsx?$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\// },
            // The front page's own icons in one file: requesting each separately costs more than its size.
            {
              name: 'front-icons',
              test: /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Bolt|ChartBar|Check|Eye|FileText|MapPin|Message|Send|Users))\.m?js/,
            },
            { name: 'front', test: /src\/(web|site\/landing\/web\/landing-page)\.tsx/ },
            // The styles of the component library come before all of ours: the frame loads before the screens in it.
            { name: 'components', test: /src\/platform\/web\/component-frame\.tsx/ },
            // What the home screen needs after signing in, for all roles: all of it in one file, and nothing else.
            {
              name: 'home',
              test: /src\/(signed-in-frame|[a-z-]+\/[a-z-]+\/web\/(home-page|home-redirect|help-desk-public|[a-z-]+-navigation))\.tsx?/,
            },
            // What this device keeps: fetched behind the home screen, without what other screens share.
            {
              name: 'device',
              test: /idb-keyval|src\/platform\/web\/(device-store|draft-tab|drafts|offline|pack-value|random-uuid|worker)\.ts/,
            },
            // What most other screens share, in two files: a hundred small ones would cost an old phone many round
            // trips. Ours is separate, because its styles must come after those of the component library.
            { name: 'library', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /\/src\//, minShareCount: 3 },
          ],
        },
      },
    },
    // The English words for checking passwords are 1.2 MB, and load when a person enters a new one.
    chunkSizeWarningLimit: 1300,
  },
})
