// Names of SAP's published services. Only the parts that the connector reads and writes.
service API_MAINTNOTIFICATION @(path: 'API_MAINTNOTIFICATION') {
  @cds.query.limit: { default: 7, max: 7 }
  entity MaintenanceNotification {
    key MaintenanceNotification : String(12);
    NotificationText : String(40);
    NotificationType : String(2);
    MaintPriority : String(1);
    MaintNotifLongTextForEdit : String(1333);
    MaintNotificationLongText : String(1333);
    MaintNotifExtReferenceNumber : String(20);
    TechnicalObject : String(40);
    TechnicalObjectLabel : String(40);
    TechObjIsEquipOrFuncnlLoc : String(20);
    MaintenancePlant : String(4);
    MaintenancePlanningPlant : String(4);
    NotifProcessingPhase : String(1);
    NotifProcessingPhaseDesc : String(60);
    ConcatenatedActiveSystStsName : String(224);
    NotificationTimeZone : String(6);
    MaintenanceObjectIsDown : Boolean;
    CreationDate : Date;
    LastChangeDateTime : DateTime;
  }
}

service API_EQUIPMENT @(path: 'API_EQUIPMENT') {
  @cds.query.limit: { default: 7, max: 7 }
  entity Equipment {
    key Equipment : String(18);
    key ValidityEndDate : Date;
    ValidityStartDate : Date;
    EquipmentName : String(40);
    MaintenancePlant : String(4);
    EquipmentIsMarkedForDeletion : Boolean;
    LastChangeDateTime : DateTime;
  }
}
