import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { generateScopedName } from './build/class-names.ts'
import { compressFiles } from './build/compress.ts'
import { writeHeads } from './build/heads.ts'
import { inlineAuditWords } from './build/inline-audit-words.ts'
import { listPageFiles } from './build/page-files.ts'
import { preloadEveryPage, writePreloads } from './build/preload.ts'
import { sharedChunks } from './build/shared-chunk.ts'
import { slimCalls } from './build/slim-calls.ts'
import { replaceZod } from './build/small-schemas.ts'
import { loadInfiniteQueriesLater } from './build/later-infinite-queries.ts'
import { omitQueryParts } from './build/omit-query-parts.ts'

export default defineConfig({
  plugins: [
    react(),
    replaceZod(),
    omitQueryParts(),
    loadInfiniteQueriesLater(),
    inlineAuditWords(),
    slimCalls(),
    preloadEveryPage(),
    writePreloads(),
    listPageFiles(),
    writeHeads(),
    compressFiles(),
  ],
  css: { modules: { generateScopedName } },
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Compressing takes longest here, and is meant to.
      checks: { pluginTimings: false },
      output: {
        // Files name each other: one character less in each counts on every page.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What changes rarely stays in the browser's cache; the rest of the first screen is one file and the page.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /rolldown\/runtime|infinite-queries|query-part|vite\/preload-helper|node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/(infiniteQuery|useInfiniteQuery))/,
              priority: 8,
            },
            ...sharedChunks,
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env['CLUTCH_DEV_API'] ?? 'http://127.0.0.1:8080' },
  },
})
