{{- define "clutch.name" -}}
{{- if contains "clutch" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-clutch" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "clutch.labels" -}}
{{ include "clutch.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "clutch.selector" -}}
app.kubernetes.io/name: clutch
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "clutch.image" -}}
{{- $repository := .Values.image.repository }}
{{- if or (not $repository) (contains "/OWNER/" $repository) }}
{{- fail "image.repository: name the image of the portal that your cluster can pull, such as ghcr.io/your-organisation/clutch" }}
{{- end }}
{{- $repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{/* What every container of the portal is allowed to do: nothing beyond its own process. */}}
{{- define "clutch.container" -}}
image: {{ include "clutch.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "clutch.podSecurity" -}}
# Variables of a Service named like the release begin with CLUTCH_, and the portal refuses settings that it does not know.
enableServiceLinks: false
securityContext: {{ toJson .Values.podSecurityContext }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- end }}

{{/* Where pods of a role run, by the values of that role. */}}
{{- define "clutch.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/*
The settings as variables: plain ones by value, secrets as files, then extraEnv, which replaces settings of its names. They are in the pod itself: a
ConfigMap of an older release would be deleted by Helm while pods of that release still run, and those could not start again.
*/}}
{{- define "clutch.env" -}}
{{- $list := list }}
{{- range $setting, $_ := .Values.secrets }}
{{- $list = append $list (dict "name" (printf "%s_FILE" $setting) "value" (printf "/run/secrets/clutch/%s" $setting)) }}
{{- end }}
{{- $settings := omit (include "clutch.settings" . | fromJson) "CLUTCH_ROLES" }}
{{- range .Values.extraEnv }}
{{- $settings = omit $settings .name }}
{{- end }}
{{- range $setting, $value := $settings }}
{{- /* Kubernetes replaces $(NAME) in values, and reads $$ as $. */}}
{{- $list = append $list (dict "name" $setting "value" ($value | replace "$" "$$")) }}
{{- end }}
{{- toYaml (concat $list .Values.extraEnv) }}
{{- end }}

{{- define "clutch.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $setting, $source := .Values.secrets }}
      - secret:
          name: {{ $source.name | quote }}
          items: [{ key: {{ $source.key | quote }}, path: {{ $setting }} }]
      {{- end }}
{{- end }}

{{/* The settings that are no secrets, as JSON. Those of `settings` come before what the chart sets. */}}
{{- define "clutch.settings" -}}
{{- $settings := dict }}
{{- $_ := set $settings "CLUTCH_PUBLIC_URL" (required "publicUrl: the https address that players type" .Values.publicUrl) }}
{{- $_ := set $settings "CLUTCH_TRUST_PROXY" (required "trustProxy: the network of the ingress or gateway, or none" .Values.trustProxy) }}
{{- if .Values.files.enabled }}
{{- $_ := set $settings "CLUTCH_DEMO_DIR" "/files/demos" }}
{{- $_ := set $settings "CLUTCH_MAP_PICTURE_DIR" "/files/map-pictures" }}
{{- $_ := set $settings "CLUTCH_BACKUP_DIR" "/files/backups" }}
{{- else if ne (default "" .Values.settings.CLUTCH_FILE_STORE) "s3" }}
{{- fail "files: enable the volume, or set CLUTCH_FILE_STORE to s3: demos and backups would be lost with their pod" }}
{{- end }}
{{- if .Values.metrics.enabled }}
{{- $_ := set $settings "CLUTCH_METRICS_PORT" (toString .Values.metrics.port) }}
{{- $_ := set $settings "CLUTCH_METRICS_HOST" "::" }}
{{- end }}
{{- if eq (default "" .Values.settings.CLUTCH_RENTAL_DRIVER) "kubernetes" }}
{{- $_ := set $settings "CLUTCH_KUBERNETES_AGENT_IMAGE" (include "clutch.image" .) }}
{{- with (default dict (first .Values.rentals.pools)).gameImage }}
{{- $_ := set $settings "CLUTCH_KUBERNETES_IMAGE" . }}
{{- end }}
{{- end }}
{{- range $setting, $value := .Values.settings }}
{{- /* Helm reads 1000000 as 1e+06. */}}
{{- $isWhole := and (kindIs "float64" $value) (eq (float64 $value) (float64 (int64 $value))) }}
{{- $_ := set $settings $setting (ternary (int64 $value | toString) (toString $value) $isWhole) }}
{{- end }}
{{- toJson $settings }}
{{- end }}
